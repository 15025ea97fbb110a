import { mkdtempSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// an empty folder for each run, as after an installation
enableCompileCache(mkdtempSync(join(tmpdir(), 'first-')))
await import('./slow.js')
