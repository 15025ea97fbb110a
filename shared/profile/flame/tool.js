import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { driven, withServices } from '../drive.js'

const RECORDER = fileURLToPath(new URL('recorder.cjs', import.meta.url))

/** @type {import('../tools.js').Tool} */
export const tool = {
  async run (context) {
    const files = []
    let failure
    await withServices(context, async (services) => {
      for (const variant of context.variants) {
        const file = join(context.folder, `${variant}.cpuprofile`)
        rmSync(file, { force: true })
        const d = await driven(context, variant, services, {
          flags: ['--require', RECORDER],
          seconds: 1.2,
          before: (measured) => measured.ask('startProfile', { file, intervalUs: 250 }),
          after: (measured) => measured.ask('stopProfile'),
        })
        failure ??= d.failure
        files.push(file)
      }
    })
    return { files, lines: [], failure }
  },
}
