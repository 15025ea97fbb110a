import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { attendee } from './attendee.js'
import { ROOT } from './cli.js'
import { endsWell, runInTerminal, skip, watchInTerminal } from './terminal.js'

t.test('Ctrl-C in the middle of a measurement gives the cursor back', { skip }, async (t) => {
  const { press, shows, ended, all } = await watchInTerminal(t, '--control --seconds 60')
  await shows(/holds: (comparing|warming|measured)/)
  press('\u0003')
  await ended
  t.match(all(), '\u001b[?25l', 'which was away')
  endsWell(t, all(), 130)
})

t.test('pnpm lab leads from a lab to the next: question, save, measurement, lesson', { skip }, async (t) => {
  const { my } = attendee(t)
  const { press, shows, ended, all } = runInTerminal(t, my, '')
  const keys = /\nm measure {2}h hint {2}d diff {2}p profile {2}s solution {2}n next {2}l labs {2}\? keys {2}q quit\n/
  // lines break elsewhere where figures or the path are longer
  const words = (text) => text.replace(/\S+mine\.js/, 'mine.js').replace(/[\d.–]+×/, '').replace(/Node \d+\./, '').replace(/\s+/g, ' ').trim()
  const opening = words((await shows(keys)).replace(/^[^]*(?=\njade-dev-vs-prod {2}lab 1)/, ''))
  for (const page of ['README.md', 'docs/index.md']) {
    const shown = readFileSync(join(ROOT, page), 'utf8').match(/^```\n\$ npx -y pnpm@12 lab\n\n([^]*?)```$/m)?.[1]
    t.equal(opening, words(String(shown)), page)
  }
  press('l')
  const number = (await shows(/lab: $/)).match(/(\d+) {2}delete-property/)?.[1]
  press(`${number}\r`)
  await shows(keys)
  const file = join(my, 'delete-property', 'mine.cjs')
  writeFileSync(file, 'module.exports = () => 7\n')
  await shows(/wrong answer[^]*q quit\n/)
  copyFileSync(join(ROOT, 'labs', 'delete-property', 'fast.cjs'), file)
  await shows(/same answers[^]*q quit\n/)
  press('m')
  t.match(await shows(/Enter opens the next lab: hidden-classes\.[^]*q quit\n/), /HOLDS[^]*\nThe lesson: after the delete V8 keeps the object as a dictionary[^;]+; in this\s+run\s+delete\s+takes\s+about\s+[\d.]+×\s+as\s+long\s+as\s+yours\./)
  press('\r')
  await shows(/hidden-classes {2}lab[^]*q quit\n/)
  press('q')
  await ended
  t.match(all(), 'Your files stay in')
  endsWell(t, all(), 0)
})
