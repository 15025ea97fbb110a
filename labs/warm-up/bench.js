import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'

/** A process of its own, in which nothing has run before the first round. */
const LISTEN = "const { default: listen } = await import('./slow.js'); process.send((await listen()).address().port)"

// the text's: autocannon -c 10 -d 10 http://localhost:3000/, three times, of a server that tells what V8 optimises
const server = spawn(process.execPath, ['--trace-opt', '--input-type=module', '--eval', LISTEN], {
  cwd: import.meta.dirname,
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
})
let optimised = 0
createInterface({ input: /** @type {import('node:stream').Readable} */ (server.stdout) }).on('line', (line) => {
  if (line.startsWith('[completed optimizing')) optimised++
})
const [port] = await once(server, 'message')
for (const round of ['first', 'second', 'third']) {
  const before = optimised
  const { requests } = await autocannon({ url: `http://127.0.0.1:${port}/`, connections: 10, duration: 10 })
  console.log(`${round} round: ${requests.total} requests, ${optimised - before} times V8 optimised a function`)
}
server.kill()
