import t from 'tap'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { makeCommand } from '@hotpath-labs/terminal/terminal.js'
import { listLabNames, resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { nameWhatToType } from './what-to-type.js'

t.test('a hint names what can be typed: keys beside the loop, commands in another terminal', async (t) => {
  const lab = /** @type {any} */ ({ name: 'growth', folder: resolveLabFolder('growth'), manifest: { kind: 'function' } })
  t.equal(nameWhatToType('The action `profile` shows it.', lab, true), 'The key p shows it.')
  t.equal(nameWhatToType('Start with the action `profile`.', lab, true), 'Start with the key p.')
  t.equal(nameWhatToType('The action `profile` shows it.', lab), `The command \`${makeCommand('lab growth profile')}\` shows it.`)
  t.equal(nameWhatToType('The action `profile --tool heap` compares.', { ...lab, manifest: { kind: 'heap' } }, true), 'The key p compares.')
  t.equal(nameWhatToType('`pnpm lab growth` says it.', lab, true), 'm says it.')
  t.equal(nameWhatToType('Type `pnpm lab growth --sizes`.', lab, true), `Type \`${makeCommand('lab growth --sizes')}\` (in another terminal).`)
  t.equal(nameWhatToType('`pnpm test labs/growth/lab.test.js` measures it.', lab), '`node test/run.js labs/growth/lab.test.js` measures it.')
  t.equal(nameWhatToType('Type `pnpm lab growth --sizes`.', lab), `Type \`${makeCommand('lab growth --sizes')}\`.`)
  t.equal(nameWhatToType('The *Why* line, and `a * b * c`.', lab, true), 'The Why line, and `a * b * c`.', 'without emphasis')
})

t.test('no hint of a lab sends somebody in the loop to a word that is no key and no command', async (t) => {
  for (const name of listLabNames()) {
    const lab = await loadNamedLab(name)
    for (const { text } of lab.hints) t.notMatch(nameWhatToType(text, lab, true), /action `|`pnpm (?!lab .*another terminal)/, name)
  }
})
