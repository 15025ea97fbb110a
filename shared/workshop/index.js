export { watchedBy } from './attempt/watch-lock.js'
export { blamed } from './attempt/locate-error.js'
export { MINE, addMine, together, withMine } from './attempt/attempt.js'
export { beginAgain, copySlow, isUnchanged, linkPackages } from './attempt/scaffold.js'
export { changes, difference } from './attempt/difference.js'
export { openInEditor } from './attempt/editor.js'
export { AnswerChecker as Examiner } from './attempt/answer-checker.js'
export { Session } from './attempt/session.js'
export { explanation } from './attempt/solution.js'
export { watchFolder } from './attempt/watcher.js'
export { control } from './machine/equal-programs.js'
export { findings } from './machine/check.js'
export { worstOf } from './machine/finding.js'
export { measuredFindings } from './new-lab/measured-rules.js'
export { mutantsOf } from './new-lab/mutants.js'
export { faultsOf } from './new-lab/file-rules.js'

/**
 * @typedef {import('./attempt/session.js').Effects} Effects
 * @typedef {import('./machine/finding.js').State} State
 * @typedef {import('./new-lab/measured-rules.js').RuleFinding} RuleFinding
 * @typedef {import('./machine/finding.js').Finding} Finding
 */
