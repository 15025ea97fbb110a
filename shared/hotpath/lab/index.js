export { dataFile, writeData } from './data.js'
export { complaint } from './complaint.js'
export { DamagedFile, jsonIn } from './damaged.js'
export { ManifestError, defineLab } from './define.js'
export { loadLab } from './load.js'
export { METRICS, THEMES, isLatency, metricOf, operationOf } from './manifest.js'
export { nearest } from './nearest.js'
export { phrase } from './phrase.js'
export { askedIn, programName, saysOf, sideName, sideNames, sidesOf, splitSide, swapClaim } from './sides.js'

/**
 * @typedef {import('./load.js').Lab} Lab
 * @typedef {import('./manifest.js').Claim} Claim
 * @typedef {import('./manifest.js').Kind} Kind
 * @typedef {import('./manifest.js').Look} Look
 * @typedef {import('./manifest.js').Manifest} Manifest
 * @typedef {import('./manifest.js').Published} Published
 * @typedef {import('./phrase.js').SideNames} SideNames
 */
