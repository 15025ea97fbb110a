import { VariantFailure } from '@hotpath-labs/engine/failures.js'
import { forkWorker } from '@hotpath-labs/engine/process/measured-process.js'
import { runVariantUnderLoad, runWithServices } from './drive.js'

/**
 * @import { DriveResult } from './drive.js'
 * @import { Context } from './tool.js'
 */

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Pattern of the line on stderr in which Node prints the address of its inspector. */
const ADDRESS = /Debugger listening on (ws:\/\/\S+)/

/**
 * Runs a variant under load, with Node's inspector open for a debugger, until `stop` is called.
 *
 * @param {Context} context of one variant
 * @param {(address: { ws: string, devtools: string }, stop: () => void) => void} onReady
 * @returns {Promise<DriveResult>}
 */
export function runVariantWithInspector (context, onReady) {
  const [variant] = context.variants
  let output = ''
  return runWithServices(context, (services) => runVariantUnderLoad(context, variant, services, {
    // port 0 lets Node choose a free port, and 127.0.0.1 keeps other machines out
    flags: ['--inspect=127.0.0.1:0'],
    // practically no time limit for an answer, because a developer may halt the program at a breakpoint
    hangsAfterMs: LONGEST_TIMER_MS,
    seconds: 0,
    launch (file, options) {
      const child = forkWorker(file, options)
      // collects stderr until Node prints the inspector's address, because MeasuredProcess keeps only the end of stderr
      child.stderr?.on('data', (text) => { if (!ADDRESS.test(output)) output += text })
      return child
    },
    during: async ({ stderr, exited }) => {
      const [, ws] = output.match(ADDRESS) ?? []
      if (!ws) throw new VariantFailure('NOT_PROFILED', variant, 'did not print the address of its inspector', stderr)
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
