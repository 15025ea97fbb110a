import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { attendee } from './attendee.js'
import { below, endsWell, runInTerminal, skip, watchInTerminal } from './terminal.js'

t.test('every key shows what is its own, and q gives the terminal back', { skip }, async (t) => {
  const { file, press, shows, ended, all } = await watchInTerminal(t)
  await shows(below('Nothing changed yet'))
  for (const [key, words] of [
    ['h', 'hint 1 of 1'],
    ['h', 'hint 1 of 1'],
    ['d', 'Nothing changed yet'],
    ['?', 'h gives one more hint'],
    ['s', 'press s once more'],
    ['s', 'slow {2}the slow way'],
  ]) {
    press(key)
    t.match(await shows(below(words)), new RegExp(words), key)
  }
  writeFileSync(file, 'module.exports = () => 7\n')
  await shows(below('wrong answer'))
  press('m')
  await shows(below('wrong answer'))
  press('d')
  await shows(below('\\+module\\.exports = \\(\\) => 7'))
  writeFileSync(file, 'module.exports = () => { for (;;); }\n')
  await shows(/checking your file … [1-9]\d* s\n/)
  press('x')
  press('q')
  await ended
  endsWell(t, all(), 0)
})

t.test('Ctrl-C ends it, and leaves the terminal as it was', { skip }, async (t) => {
  const { press, shows, ended, all } = await watchInTerminal(t)
  await shows(below('Nothing changed yet'))
  press('\u0003')
  await ended
  endsWell(t, all(), 130)
})

t.test('a second loop on a lab says who has it, below the list; a disk that is full leaves the keys on the screen; Ctrl-C leaves', { skip }, async (t) => {
  const { my } = attendee(t)
  const first = runInTerminal(t, my, '')
  await first.shows(/jade-dev-vs-prod {2}lab 1[^]*q quit\n/)
  const second = runInTerminal(t, my, '')
  t.match(await second.shows(/lab: $/), /hidden-classes +15 min[^]*jade-dev-vs-prod cannot be opened[^]*already\s+being\s+watched[^]*Type a lab's number/)
  second.press('q')
  await second.ended
  endsWell(t, second.all(), 0)
  rmSync(join(my, 'progress.json'))
  mkdirSync(join(my, 'progress.json'))
  first.press('h')
  await first.shows(/EISDIR[^]*\nm measure [^]*q quit\n/)
  first.press('\u0003')
  await first.ended
  endsWell(t, first.all(), 0)
})
