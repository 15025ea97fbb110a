export { firstDifference } from './answers/values.js'
export { benchServers } from './as-published.js'
export { comparePair as pairOf } from './claim-evaluation.js'
export { rounded } from './figures.js'
export { drawSeededInputs as inputsOf, warm } from './function.js'
export { NOISE_BYTES } from './heap.js'
export { benchFunctions } from './in-one-process.js'
export { sendRequest as ask, findRequest as requestOf, withTimeout as within } from './load/http.js'
export { LoadedServer as Subject } from './load/loaded-server.js'
export { machine, today } from './machine.js'
export { controlLab as control, estimateNoise as noiseIn, withFast } from './modes.js'
export { swapFilesOnly as withCountersSwapped, swapSides as swapped } from './modes.js'
export { readVersion as versionOf } from './process/ask-node.js'
export { cleanEnvironment, unhooked } from './process/environment.js'
export { checkFlags as flagsFor } from './process/flags.js'
export { ProcessSet as Fleet } from './process/process-set.js'
export { lockMachine, waitingFor } from './process/lock.js'
export { readPermissionFlags as permissionsOf } from './process/permissions.js'
export { MeasuredProcess, forkWorker as launched } from './process/measured-process.js'
export { Processors, allowedProcessors as processorsHere } from './process/processors.js'
export { killOnExit as reap, untrack as spare } from './process/kill-on-exit.js'
export { isRunning } from './process/running.js'
export { CpuAffinity as Seats, affinityFor as seatsFor } from './process/cpu-affinity.js'
export { measureLab, unmeasured } from './run.js'
export { compare, chooseWarmUp as warmUpOf } from './server.js'
export { attributeFailure as failureOf, startServices } from './services.js'
export { allOrFirstFailure } from './all-or-first-failure.js'
export { testLab } from './test-lab.js'
export { chooseSharedCount as sharedCount } from './turns.js'
export { ENGINES } from './engines.js'
export { default as end } from './process/kill.cjs'

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
