export { examine } from './doctor/examination.js'
export { renderDoctorPage as doctorPage } from './doctor/page.js'
export { diagnose } from './doctor/rules.js'
export { driveVariant as driven, runWithServices as withServices } from './drive.js'
export { createFlameData as flameData, removeNarrowFrames as thinned } from './flame/data.js'
export { renderFlamePage as flamePage } from './flame/page.js'
export { tool } from './flame/tool.js'
export { computeShare as shareOf, buildTree as treeOf } from './flame/tree.js'
export { renderHeapPage as heapPage } from './heap/page.js'
export { inspectVariant as inspected } from './inspect.js'
export { Graph, Log } from './memory/views.js'
export { TOOLS } from './tools.js'
export { recordMarks as marksOf } from './v8/marks.js'
export { OLDEST_NODE, VITALS_FLAGS as VITALS, watchVitals as watch } from './vitals.js'

/**
 * @typedef {import('./flame/data.js').Call} Call
 * @typedef {import('./flame/data.js').FlameData} FlameData
 * @typedef {import('./tools.js').Context} Context
 * @typedef {import('./tools.js').Failure} Failure
 * @typedef {import('./tools.js').Tool} Tool
 */
