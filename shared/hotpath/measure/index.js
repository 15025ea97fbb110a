export { StalenessCheck } from './answers/staleness.js'
export { findFirstDifference } from './answers/values.js'
export { runAutocannonOnLab } from './as-published.js'
export { computePairLogRatio } from './claim-evaluation.js'
export { roundToDecimals } from './figures.js'
export { HEAP_NOISE_BYTES } from './subjects/heap.js'
export { Session } from './session.js'
export { SUBJECTS_BY_LAB_KIND, isServerKind, makeSubject } from './trial.js'
export { checkFunctionAnswers } from './answers/function-answers.js'
export { runBenchmarkJsOnLab } from './in-one-process.js'
export { sendRequest, awaitServerAnswer } from './load/http.js'
export { describeMachine, formatTodaysDate } from './machine.js'
export { makeAATestLab, estimateNoiseFromAATest, replaceFastFile } from './modes.js'
export { exchangeSlowAndFastFiles, exchangeVariantsOfClaim } from './modes.js'
export { readNodeVersion } from './process/ask-node.js'
export { copyCleanEnvironment, startWithoutLoaderHooks } from './process/environment.js'
export { chooseSupportedFlags } from './process/flags.js'
export { ProcessSet } from './process/process-set.js'
export { lockMachine, formatWaitingForLock } from './process/lock.js'
export { findSupportedPermissionFlags } from './process/permissions.js'
export { MeasuredProcess, forkWorker } from './process/measured-process.js'
export { PinnableProcessors, listAllowedProcessors } from './process/processors.js'
export { killOnExit, cancelKillOnExit } from './process/kill-on-exit.js'
export { isProcessRunning } from './process/running.js'
export { CpuAffinity, chooseCpuAffinity } from './process/cpu-affinity.js'
export { measureLab, makeUnmeasuredResult } from './run.js'
export { compareServerAnswers, countServerCalls } from './answers/server-answers.js'
export { findFailureCause, startServices } from './services.js'
export { settleAllOrThrow } from './settle-all-or-throw.js'
export { testLab } from './test-lab.js'
export { chooseSharedOperationCount } from './subjects/turns.js'
export { default as killProcess } from './process/kill.cjs'

/**
 * @typedef {import('./answers/values.js').Outcome} Outcome
 * @typedef {import('../report/result-schema.js').Age} Age
 * @typedef {import('../report/result-schema.js').Steady} Steady
 * @typedef {import('../report/result-schema.js').Counter} Counter
 * @typedef {import('./figures.js').FiguresBySide} FiguresBySide
 * @typedef {import('./process/measured-process.js').Launch} Launch
 * @typedef {import('../report/result-schema.js').JudgedClaim} JudgedClaim
 * @typedef {import('./run.js').Mode} Mode
 * @typedef {import('./run.js').Options} Options
 * @typedef {import('../report/result-schema.js').Oracle} Oracle
 * @typedef {import('./session.js').Load} Load
 * @typedef {import('./session.js').Processes} Processes
 * @typedef {import('./subjects/function.js').FunctionSubject} FunctionSubject
 * @typedef {import('./subjects/server.js').ServerSubject} ServerSubject
 * @typedef {import('./trial.js').LabSubject} LabSubject
 * @typedef {import('./trial.js').Trial} Trial
 * @typedef {import('./run.js').Progress} Progress
 * @typedef {import('../report/result-schema.js').Result} Result
 * @typedef {import('./services.js').Counted} Counted
 * @typedef {import('./services.js').How} How
 * @typedef {import('./services.js').Running} Running
 * @typedef {import('./services.js').Services} Services
 * @typedef {import('./services.js').Service} Service
 */
