export { findExerciseFiles, findSolutionVariant, describeStartingFile } from './exercise.js'
export { resolveDataFilePath, writeDataFile } from './data.js'
export { formatManifestError } from './complaint.js'
export { DamagedFileError, readJsonFile } from './damaged.js'
export { defineLab } from './define.js'
export { loadLab } from './load.js'
export { LAB_TOPICS, isLatencyMetric, findDefaultMetric, findOperationName } from './manifest.js'
export { parseSide } from '../measure/figures.js'
export { findNearestName } from './nearest.js'
export { formatComparison } from './phrase.js'
export { listSidesOfAllClaims, findProgramName, describeClaim, formatClaimSide, findNamesOfClaimSides, findClaimSides, findClaimForSwapOption } from './sides.js'
export { findExpectedCallCount, findLessonClaim, listExerciseSteps } from './steps.js'

/**
 * @typedef {import('./load.js').Lab} Lab
 * @typedef {import('./manifest.js').JudgedStep} JudgedStep
 * @typedef {import('./steps.js').FasterClaim} FasterClaim
 * @typedef {import('./steps.js').Step} Step
 * @typedef {import('./manifest.js').Claim} Claim
 * @typedef {import('./manifest.js').Kind} Kind
 * @typedef {import('./manifest.js').HotFrame} HotFrame
 * @typedef {import('./manifest.js').Manifest} Manifest
 * @typedef {import('./manifest.js').Published} Published
 * @typedef {import('./phrase.js').SideNames} SideNames
 */
