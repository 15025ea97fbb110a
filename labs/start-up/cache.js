import { enableCompileCache } from 'node:module'

enableCompileCache()
// an import at the top would be loaded before the line above
await import('./slow.js')
