import { join } from 'node:path'

/** @import { Lab } from 'hotpath/lab' */

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
    load: async () => (await import('./external/0x.js')).zeroXTool,
  },
  'clinic-doctor': {
    says: 'clinic doctor: charts of CPU, memory, event loop and handles over time',
    load: async () => (await import('./external/clinic.js')).clinicDoctorTool,
  },
  'clinic-flame': {
    says: 'clinic flame: a flame graph that marks dependencies, Node and V8',
    load: async () => (await import('./external/clinic.js')).clinicFlameTool,
  },
  'clinic-bubbleprof': {
    says: 'clinic bubbleprof: where asynchronous code waits',
    load: async () => (await import('./external/clinic.js')).clinicBubbleprofTool,
  },
  'clinic-heapprofiler': {
    says: 'clinic heapprofiler: which functions allocate',
    load: async () => (await import('./external/clinic.js')).clinicHeapProfilerTool,
  },
}

/** @param {Context} context @param {string} tool @returns {string} path of the tool's page; a single variant has a page of its own */
export function buildPagePath ({ folder, variants }, tool) {
  return join(folder, variants.length > 1 ? `${tool}.html` : `${tool}-${variants[0]}.html`)
}

/**
 * @param {string} tool as people type the name
 * @param {number} oldest version of Node
 * @returns {(context: Context) => string | undefined}
 */
export function createNodeVersionCheck (tool, oldest) {
  return ({ nodeMajor }) => nodeMajor < oldest
    ? `${tool} needs Node ${oldest} or newer, and this is Node ${nodeMajor}. Leave --node out, or use --tool prof.`
    : undefined
}

/**
 * @typedef {object} Context
 * @property {Lab} lab
 * @property {string[]} variants to profile, the slow one first
 * @property {string} node binary
 * @property {number} nodeMajor the binary's version
 * @property {number} seed
 * @property {string} folder absolute; the folder exists and takes all files of a tool
 * @property {(text: string) => void} onProgress
 *
 * @typedef {object} Tool
 * @property {(context: Context) => string | undefined} [cannot] one line: why the tool does not work here, and another tool that does
 * @property {(context: Context) => Promise<Profile>} run
 *
 * @typedef {object} Profile
 * @property {string} [page] absolute path of the HTML to open
 * @property {string[]} files written, absolute
 * @property {string[]} lines for the terminal
 * @property {Failure} [failure] of the first variant that died; its profile until then is written
 *
 * @typedef {import('hotpath/failures').Failure} Failure
 */
