export { findFirstDifference } from './answers/values.js'
export { benchServers } from './as-published.js'
export { comparePair } from './claim-evaluation.js'
export { roundTo } from './figures.js'
export { drawSeededInputs, warm } from './function.js'
export { NOISE_BYTES } from './heap.js'
export { benchFunctions } from './in-one-process.js'
export { sendRequest, findRequest, awaitServerAnswer } from './load/http.js'
export { LoadedServer } from './load/loaded-server.js'
export { readMachine, formatDateToday } from './machine.js'
export { makeAATestLab, estimateNoise, replaceFast } from './modes.js'
export { exchangeSlowAndFastFiles, exchangeClaimSides } from './modes.js'
export { readVersion } from './process/ask-node.js'
export { copyCleanEnvironment, withoutLoaderHooks } from './process/environment.js'
export { checkFlags } from './process/flags.js'
export { ProcessSet } from './process/process-set.js'
export { lockMachine, formatLockWaiting } from './process/lock.js'
export { readPermissionFlags } from './process/permissions.js'
export { MeasuredProcess, forkWorker } from './process/measured-process.js'
export { PinnableProcessors, listAllowedProcessors } from './process/processors.js'
export { killOnExit, forgetKillOnExit } from './process/kill-on-exit.js'
export { isRunning } from './process/running.js'
export { CpuAffinity, chooseCpuAffinity } from './process/cpu-affinity.js'
export { measureLab, makeUnmeasuredResult } from './run.js'
export { compareServerAnswers } from './answers/server-answers.js'
export { chooseWarmUp } from './server.js'
export { attributeFailure, startServices } from './services.js'
export { allOrFirstFailure } from './all-or-first-failure.js'
export { testLab } from './test-lab.js'
export { formatChromeTrace } from './trace/chrome.js'
export { recordTrace } from './trace/record.js'
export { chooseSharedCount } from './turns.js'
export { MEASURING_MODULES } from './engines.js'
export { default as killProcess } from './process/kill.cjs'

/**
 * @typedef {import('./answers/values.js').Outcome} Outcome
 * @typedef {import('../report/result-schema.js').Age} Age
 * @typedef {import('../report/result-schema.js').Steady} Steady
 * @typedef {import('../report/result-schema.js').Counter} Counter
 * @typedef {import('./figures.js').Byside} Byside
 * @typedef {import('./process/measured-process.js').Launch} Launch
 * @typedef {import('../report/result-schema.js').JudgedClaim} JudgedClaim
 * @typedef {import('./run.js').Kind} Kind
 * @typedef {import('./run.js').Mode} Mode
 * @typedef {import('./run.js').Options} Options
 * @typedef {import('../report/result-schema.js').Oracle} Oracle
 * @typedef {import('./run.js').Processes} Processes
 * @typedef {import('./run.js').Progress} Progress
 * @typedef {import('../report/result-schema.js').Result} Result
 * @typedef {import('./run.js').Run} Run
 * @typedef {import('./services.js').Counted} Counted
 * @typedef {import('./services.js').How} How
 * @typedef {import('./services.js').Running} Running
 * @typedef {import('./services.js').Services} Services
 * @typedef {import('./services.js').Service} Service
 */
