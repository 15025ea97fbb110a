export { findExerciseFiles, findModel, isBenchmarkExercise, listPairs, nameTemplate } from './benchmark-exercise.js'
export { findDataFile, writeData } from './data.js'
export { formatManifestError } from './complaint.js'
export { DamagedFile, readJsonFile } from './damaged.js'
export { ManifestError, defineLab } from './define.js'
export { loadLab } from './load.js'
export { METRICS, THEMES, isLatency, findMainMetric, nameOperation } from './manifest.js'
export { findNearestName } from './nearest.js'
export { formatComparison } from './phrase.js'
export { listClaimSides, nameProgram, describeClaim, nameSide, nameSides, findSides, parseSideName, findSwappableClaim } from './sides.js'
export { findExpectedCallCount, findLesson, listEqualVariants, listFasterClaims, listSteps } from './steps.js'

/**
 * @typedef {import('./load.js').Lab} Lab
 * @typedef {import('./benchmark-exercise.js').Pair} Pair
 * @typedef {import('./steps.js').FasterClaim} FasterClaim
 * @typedef {import('./steps.js').Step} Step
 * @typedef {import('./manifest.js').Claim} Claim
 * @typedef {import('./manifest.js').Kind} Kind
 * @typedef {import('./manifest.js').HotFrame} HotFrame
 * @typedef {import('./manifest.js').Manifest} Manifest
 * @typedef {import('./manifest.js').Published} Published
 * @typedef {import('./phrase.js').SideNames} SideNames
 */
