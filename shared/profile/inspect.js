import { VariantFailure } from 'hotpath/failures'
import { forkWorker } from 'hotpath/measure'
import { runVariantUnderLoad, runWithServices } from './drive.js'

/** @import { DriveResult } from './drive.js' */
/** @import { Context } from './tools.js' */

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Pattern of the line that Node writes to stderr once its inspector listens. */
const ADDRESS = /Debugger listening on (ws:\/\/\S+)/

/**
 * Runs a variant under load, with its inspector open, until `stop` is called.
 *
 * @param {Context} context of one variant
 * @param {(address: { ws: string, devtools: string }, stop: () => void) => void} onReady
 * @returns {Promise<DriveResult>}
 */
export function inspectVariant (context, onReady) {
  const [variant] = context.variants
  let output = ''
  return runWithServices(context, (services) => runVariantUnderLoad(context, variant, services, {
    // the inspector listens on a free port that only this machine reaches
    flags: ['--inspect=127.0.0.1:0'],
    // a developer may stop the program at a breakpoint for a long time
    hangsAfterMs: LONGEST_TIMER_MS,
    seconds: 0,
    launch (file, options) {
      const child = forkWorker(file, options)
      // the inspector's address is read at once, because only the end of a variant's stderr is kept
      child.stderr?.on('data', (text) => { if (!ADDRESS.test(output)) output += text })
      return child
    },
    during: async ({ stderr, exited }) => {
      const [, ws] = output.match(ADDRESS) ?? []
      if (!ws) throw new VariantFailure(variant, 'printed no address of its inspector', stderr)
      const stopped = new Promise((resolve) => {
        onReady(
          { ws, devtools: `devtools://devtools/bundled/js_app.html?v8only=true&ws=${ws.replace('ws://', '')}` },
          () => resolve(undefined)
        )
      })
      await Promise.race([stopped, exited])
    },
  }))
}
