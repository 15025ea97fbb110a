import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { MongoClient } from 'mongodb'
import { startEmbeddedServer } from './embedded/server.js'

const CLI = fileURLToPath(new URL('../../../scripts/cli.js', import.meta.url))
const { NODE_OPTIONS, MONGODB_URL, ...plain } = process.env

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function mongo (args, env = {}) {
  return spawn(process.execPath, [CLI, 'mongo', ...args], {
    env: { ...plain, ...env }, stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
async function run (args, env) {
  const child = mongo(args, env)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { stdout, stderr, code }
}

t.test('status', async (t) => {
  const server = await startEmbeddedServer()
  t.teardown(server.close)
  const [json, text, bad] = await Promise.all([
    run(['status', '--json'], { MONGODB_URL: server.url }),
    run(['status'], { MONGODB_URL: server.url }),
    run(['status', '--json'], { MONGODB_URL: 'mongodb://user:secret@127.0.0.1/?unheard=of' }),
  ])
  t.equal(json.code, 0)
  t.match(JSON.parse(json.stdout), { choice: 'url', engine: 'embedded', version: String, url: server.url, passedOver: [] })
  t.match(text, { code: 0, stdout: /^embedded .*, MONGODB_URL: mongodb:\/\/127/ })
  t.match(bad, { code: 4, stdout: '', stderr: /^mongo is not available: MONGODB_URL=mongodb:\/\/user:\*\*\*@127[^\n]*\n$/ })
  t.notMatch(bad.stderr, /secret/)
})

t.test('start runs the embedded server until it is stopped', async (t) => {
  const child = mongo(['start', '--port', '0'])
  const [line] = await once(child.stdout, 'data')
  const url = String(line).trim()
  const client = new MongoClient(url)
  t.match(await client.db().command({ buildInfo: 1 }), { engine: 'embedded' })
  await client.close()
  const [taken, wrong] = await Promise.all([
    run(['start', '--port', new URL(url).port]),
    run(['start', '--port', '70000']),
  ])
  t.match(taken, { code: 4, stdout: '', stderr: /^the port \d+ is in use\. For a free port, type: .* mongo start --port 0/ })
  t.match(wrong, { stdout: '', stderr: /Expected a whole number from 0 to 65535/ })
  t.not(wrong.code, 0)
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  // Windows knows no signals, and ends it by force
  if (process.platform !== 'win32') t.equal(code, 130)
})
