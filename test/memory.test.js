import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT, cli, fixture } from './cli.js'

t.test('the leak is named, and who holds it', async (t) => {
  const { code, stdout, stderr } = await cli(['lab', 'memory-leak', 'profile', 'slow', '--tool', 'heap'])
  t.equal(code, 0, stderr)
  const [, requests, objects] = stdout.match(/^\S.*: ([\d,]+) requests left behind ([\d,]+) \{last\} objects, which retain [\d.]+ MB\. They are held by known \(labs[\\/]memory-leak[\\/]known\.js:1\) Map/) ?? []
  t.ok(objects, stdout)
  t.equal(objects, requests, 'one for each request')
  t.match(stdout, /^ {2}Date +\+[\d,]+/m)
  for (const file of ['slow-before.heapsnapshot', 'slow-after.heapsnapshot', 'heap-slow.html']) t.ok(existsSync(join(ROOT, 'profiles/memory-leak', file)), file)
})

t.test('the memory as lines, where there is no terminal', async (t) => {
  t.match(await cli(['lab', fixture('leaks'), 'watch-memory', '--seconds', '1.5']), { code: 0, stdout: /^1 s {2}rss [\d.]+ MB {2}heapTotal [\d.]+ MB {2}heapUsed [\d.]+ MB {2}external [\d.]+ MB$/m })
})

t.test('a heap with too little room: what V8 said of it, and not the addresses below', async (t) => {
  t.match(await cli(['lab', fixture('leaks'), 'watch-memory', '--max-old-space-size', '4', '--seconds', '10']), { code: 1, stderr: /✘ leaks: slow (.|\n)*heap .*\n$/ })
})
