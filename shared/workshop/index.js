export { listAttemptRules } from './attempt/rules.js'
export { takeWatchLock } from './attempt/watch-lock.js'
export { locateAttemptError } from './attempt/locate-error.js'
export { ATTEMPT_VARIANT_NAME, addAttemptToLab, makeManifestForAttemptReport, combineAttemptResults, makeLabVersionsForAttempt } from './attempt/attempt.js'
export { describeExerciseProgress, findReachedStep } from './attempt/reached-step.js'
export { resetAttempt, copyTemplate, isAttemptUnchanged, linkLabPackages } from './attempt/scaffold.js'
export { diffTemplateAndAttempt, diffTemplateAndSolution } from './attempt/difference.js'
export { openInEditor } from './attempt/editor.js'
export { AnswerChecker } from './attempt/answer-checker.js'
export { tryWrongPrograms } from './attempt/wrong-programs.js'
export { WatchSession } from './attempt/session.js'
export { readSolutionExplanation } from './attempt/solution.js'
export { watchFolder } from './attempt/watcher.js'
export { judgeAATest } from './machine/equal-programs.js'
export { checkMachine } from './machine/check.js'
export { findWorstFindingState } from './machine/finding.js'
export { checkClaimsByMeasuring } from './new-lab/measured-rules.js'
export { makeMutants } from './new-lab/mutants.js'
export { findLabFaults } from './new-lab/file-rules.js'

/**
 * @typedef {import('./attempt/session.js').Effects} Effects
 * @typedef {import('./machine/finding.js').State} State
 * @typedef {import('./new-lab/measured-rules.js').RuleFinding} RuleFinding
 * @typedef {import('./machine/finding.js').Finding} Finding
 */
