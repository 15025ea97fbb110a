export { watchedBy } from './attempt/alone.js'
export { blamed } from './attempt/blame.js'
export { MINE, addMine, together, withMine } from './attempt/contender.js'
export { beginAgain, copySlow, isUnchanged, linkPackages } from './attempt/copy.js'
export { changes, difference } from './attempt/difference.js'
export { openInEditor } from './attempt/editor.js'
export { Examiner } from './attempt/examiner.js'
export { Session } from './attempt/session.js'
export { explanation } from './attempt/solution.js'
export { watchFolder } from './attempt/watcher.js'
export { control } from './machine/aa-test.js'
export { findings } from './machine/check.js'
export { worstOf } from './machine/finding.js'
export { measuredFindings } from './new-lab/measured.js'
export { mutantsOf } from './new-lab/mutants.js'
export { faultsOf } from './new-lab/written.js'

/**
 * @typedef {import('./attempt/session.js').Effects} Effects
 * @typedef {import('./machine/finding.js').State} State
 * @typedef {import('./new-lab/measured.js').RuleFinding} RuleFinding
 * @typedef {import('./machine/finding.js').Finding} Finding
 */
