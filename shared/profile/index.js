export { examine } from './doctor/examination.js'
export { doctorPage } from './doctor/page.js'
export { diagnose } from './doctor/rules.js'
export { driven, withServices } from './drive.js'
export { flameData, thinned } from './flame/data.js'
export { flamePage } from './flame/page.js'
export { tool } from './flame/tool.js'
export { shareOf, treeOf } from './flame/tree.js'
export { heapPage } from './heap/page.js'
export { inspected } from './inspect.js'
export { Graph, Log } from './memory/views.js'
export { TOOLS } from './tools.js'
export { marksOf } from './v8/marks.js'
export { OLDEST_NODE, VITALS, watch } from './vitals.js'

/**
 * @typedef {import('./flame/data.js').Call} Call
 * @typedef {import('./flame/data.js').FlameData} FlameData
 * @typedef {import('./tools.js').Context} Context
 * @typedef {import('./tools.js').Failure} Failure
 * @typedef {import('./tools.js').Tool} Tool
 */
