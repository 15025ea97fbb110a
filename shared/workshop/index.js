export { findWatcher } from './attempt/watch-lock.js'
export { locateError } from './attempt/locate-error.js'
export { ATTEMPT_VARIANT, addAttemptToLab, combineResults, makeAttemptLab } from './attempt/attempt.js'
export { placeAttempt } from './attempt/reached-step.js'
export { resetAttempt, copyTemplate, isUnchanged, linkPackages } from './attempt/scaffold.js'
export { diffAttempt, diffTemplateAndSolution } from './attempt/difference.js'
export { openInEditor } from './attempt/editor.js'
export { BenchmarkChecker } from './benchmark/checker.js'
export { judgeBenchmark } from './benchmark/judge.js'
export { AnswerChecker } from './attempt/answer-checker.js'
export { Session } from './attempt/session.js'
export { readExplanation } from './attempt/solution.js'
export { watchFolder } from './attempt/watcher.js'
export { judgeEqualPrograms } from './machine/equal-programs.js'
export { findings } from './machine/check.js'
export { findWorstFinding } from './machine/finding.js'
export { measuredFindings } from './new-lab/measured-rules.js'
export { makeMutants } from './new-lab/mutants.js'
export { findFaults } from './new-lab/file-rules.js'

/**
 * @typedef {import('./attempt/session.js').Effects} Effects
 * @typedef {import('./machine/finding.js').State} State
 * @typedef {import('./new-lab/measured-rules.js').RuleFinding} RuleFinding
 * @typedef {import('./machine/finding.js').Finding} Finding
 */
