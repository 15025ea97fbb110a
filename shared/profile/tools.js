/** @import { Tool } from './tool.js' */

/**
 * Profiling tools by name, each with its description for --help and a function that loads the tool.
 *
 * @type {Record<string, { says: string, load: () => Promise<Tool> }>}
 */
export const PROFILING_TOOLS = {
  flame: {
    says: 'flame graphs of the variants "slow" and "fast" on one page',
    load: async () => (await import('./flame/tool.js')).flameTool,
  },
  doctor: {
    says: 'charts of CPU, event loop, heap, garbage collections and handles over time, with a diagnosis',
    load: async () => (await import('./doctor/tool.js')).doctorTool,
  },
  heap: {
    says: 'heap snapshots before, during and after the load: which objects grow in number, and what keeps them in memory',
    load: async () => (await import('./heap/tool.js')).heapTool,
  },
  opt: {
    says: 'how far V8 optimised each function (its compiler tier), and each deoptimisation with its reason and line',
    load: async () => (await import('./opt/tool.js')).optTool,
  },
  inlining: {
    says: 'which functions V8 inlined into which callers, and why V8 did not inline others',
    load: async () => (await import('./inlining/tool.js')).inliningTool,
  },
  prof: {
    says: 'node --prof and --prof-process: CPU samples (ticks) in functions, builtins and native code',
    load: async () => (await import('./prof/tool.js')).profTool,
  },
  perf: {
    says: 'Linux perf: a flame graph of JavaScript functions, native code and the kernel',
    load: async () => (await import('./perf/tool.js')).perfTool,
  },
  '0x': {
    says: '0x: a flame graph of V8\'s ticks for each variant',
    load: async () => (await import('./external/tools.js')).zeroXTool,
  },
  'clinic-doctor': {
    says: 'clinic doctor: charts of CPU, memory, event loop and handles over time',
    load: async () => (await import('./external/tools.js')).clinicDoctorTool,
  },
  'clinic-flame': {
    says: 'clinic flame: a flame graph that marks dependencies, Node and V8',
    load: async () => (await import('./external/tools.js')).clinicFlameTool,
  },
  'clinic-heapprofiler': {
    says: 'clinic heapprofiler: which functions allocate',
    load: async () => (await import('./external/tools.js')).clinicHeapProfilerTool,
  },
}
