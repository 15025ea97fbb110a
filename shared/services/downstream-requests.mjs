import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** Channels on which Node's two HTTP clients tell of a request: node:http, and fetch. */
const CHANNELS = ['http.client.request.start', 'undici:request:create']

/**
 * Counts the requests that this thread sends to the other server, until `stop` is called.
 *
 * @returns {{ calls: () => number, stop: () => void }}
 */
export function startCounting () {
  const { host } = new URL(String(process.env.DOWNSTREAM_URL))
  let calls = 0
  const count = (/** @type {any} */ { request }) => {
    const to = request.origin === undefined ? String(request.getHeader?.('host')) : new URL(request.origin).host
    if (to === host) calls++
  }
  for (const channel of CHANNELS) subscribe(channel, count)
  return {
    calls: () => calls,
    stop () { for (const channel of CHANNELS) unsubscribe(channel, count) },
  }
}
