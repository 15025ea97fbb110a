import { launched } from 'hotpath/measure'
import { VariantFailure } from 'hotpath/failures'
import { driven, withServices } from './drive.js'

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** What Node says on stderr when its inspector listens. */
const ADDRESS = /Debugger listening on (ws:\/\/\S+)/

/**
 * Runs a variant under its inspector and the lab's load, until it is told to stop.
 *
 * @param {import('./tools.js').Context} context of one variant
 * @param {(address: { ws: string, devtools: string }, stop: () => void) => void} onReady told where to connect to
 * @returns {Promise<import('./drive.js').Driven>}
 */
export function inspected (context, onReady) {
  const [variant] = context.variants
  let said = ''
  return withServices(context, (services) => driven(context, variant, services, {
    // a port that is free, on this machine only
    flags: ['--inspect=127.0.0.1:0'],
    // people take their time at a breakpoint
    hangsAfterMs: LONGEST_TIMER_MS,
    seconds: 0,
    launch (file, options) {
      const child = launched(file, options)
      // heard at once: of what a variant writes on stderr only the end is kept
      child.stderr?.on('data', (text) => { if (!ADDRESS.test(said)) said += text })
      return child
    },
    during: async ({ stderr, exited }) => {
      const [, ws] = said.match(ADDRESS) ?? []
      if (!ws) throw new VariantFailure(variant, 'printed no address of its inspector', stderr)
      const stopped = new Promise((resolve) => {
        onReady({ ws, devtools: `devtools://devtools/bundled/js_app.html?v8only=true&ws=${ws.replace('ws://', '')}` }, () => resolve(undefined))
      })
      await Promise.race([stopped, exited])
    },
  }))
}
