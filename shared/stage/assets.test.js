import t from 'tap'
import { PAGE_ASSETS } from './server.js'

t.test('all files that a page loads are served, and no tests', async (t) => {
  for (const [address, { type, text }] of PAGE_ASSETS) {
    t.match(type, /^text\/(html|css|javascript); charset=utf-8$/, address)
    t.notMatch(text, /from 'tap'/, address)
    // types are imported in comments
    const code = text.replaceAll(/\/\*\*[^]*?\*\//g, '')
    const loaded = [...code.matchAll(/ from '(\.[^']+)'|(?:src|href)="(\/[^"]+)"/g)].map(([, imported, linked]) => imported ? new URL(imported, `http://here${address}`).pathname : linked)
    for (const one of loaded) t.ok(PAGE_ASSETS.has(one), `${address} loads ${one}`)
  }
  t.ok(PAGE_ASSETS.has('/stage/page/main.js'))
})
