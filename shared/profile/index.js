export { recordProcessMetrics } from './doctor/examination.js'
export { renderDoctorPage } from './doctor/page.js'
export { diagnoseExamination } from './doctor/rules.js'
export { runVariantUnderLoad, runWithServices } from './drive.js'
export { createFlamePageData, removeNarrowFrames } from './flame/data.js'
export { renderFlamePage } from './flame/page.js'
export { flameTool } from './flame/tool.js'
export { computeTimeShare, buildFlameTree } from './flame/tree.js'
export { renderHeapPage } from './heap/page.js'
export { runVariantWithInspector } from './inspect.js'
export { MemoryGraphView, MemoryLogView } from './memory/views.js'
export { PROFILING_TOOLS } from './tools.js'
export { OLDEST_NODE_WITH_PROCESS_METRICS, NODE_FLAGS_FOR_PROCESS_METRICS, watchProcessMetrics } from './process-metrics.js'

/**
 * @typedef {import('./flame/data.js').Call} Call
 * @typedef {import('./flame/data.js').FlameData} FlameData
 * @typedef {import('./tool.js').Context} Context
 * @typedef {import('./tool.js').Failure} Failure
 * @typedef {import('./tool.js').Tool} Tool
 */
