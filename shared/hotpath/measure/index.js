export { firstDifference } from './answers/same.js'
export { benchServers } from './as-published.js'
export { pairOf } from './contest.js'
export { rounded } from './figures.js'
export { inputsOf, warm } from './function.js'
export { NOISE_BYTES } from './heap.js'
export { benchFunctions } from './in-one-process.js'
export { ask, requestOf, within } from './load/http.js'
export { Subject } from './load/subject.js'
export { machine, today } from './machine.js'
export { control, noiseIn, swapped, withCountersSwapped, withFast } from './modes.js'
export { versionOf } from './process/ask-node.js'
export { cleanEnvironment, unhooked } from './process/environment.js'
export { flagsFor } from './process/flags.js'
export { Fleet } from './process/fleet.js'
export { lockMachine, waitingFor } from './process/lock.js'
export { permissionsOf } from './process/permissions.js'
export { MeasuredProcess, launched } from './process/process.js'
export { Processors, processorsHere } from './process/processors.js'
export { reap, spare } from './process/reaping.js'
export { isRunning } from './process/running.js'
export { Seats, seatsFor } from './process/seats.js'
export { measureLab, unmeasured } from './run.js'
export { compare, warmUpOf } from './server.js'
export { failureOf, startServices } from './services.js'
export { allOrFirstFailure } from './settled.js'
export { testLab } from './test-lab.js'
export { sharedCount } from './turns.js'
export { ENGINES } from './engines.js'
export { default as end } from './process/end.cjs'

/**
 * @typedef {import('./answers/same.js').Outcome} Outcome
 * @typedef {import('../report/result-schema.js').Age} Age
 * @typedef {import('../report/result-schema.js').Steady} Steady
 * @typedef {import('../report/result-schema.js').Counter} Counter
 * @typedef {import('./figures.js').Byside} Byside
 * @typedef {import('./process/process.js').Launch} Launch
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
