export { recordVitalSigns } from './doctor/examination.js'
export { renderDoctorPage } from './doctor/page.js'
export { diagnose } from './doctor/rules.js'
export { runVariantUnderLoad, runWithServices } from './drive.js'
export { createFlameData, removeNarrowFrames } from './flame/data.js'
export { renderFlamePage } from './flame/page.js'
export { tool } from './flame/tool.js'
export { computeShare, buildTree } from './flame/tree.js'
export { renderHeapPage } from './heap/page.js'
export { inspectVariant } from './inspect.js'
export { MemoryGraph, MemoryLog } from './memory/views.js'
export { TOOLS } from './tools.js'
export { recordMarks } from './v8/marks.js'
export { OLDEST_NODE, VITALS_FLAGS, watchVitals } from './vitals.js'

/**
 * @typedef {import('./flame/data.js').Call} Call
 * @typedef {import('./flame/data.js').FlameData} FlameData
 * @typedef {import('./tools.js').Context} Context
 * @typedef {import('./tools.js').Failure} Failure
 * @typedef {import('./tools.js').Tool} Tool
 */
