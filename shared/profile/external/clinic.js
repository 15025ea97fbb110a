import { join } from 'node:path'
import { profilerOf } from './profiler.js'

/** @param {string} name of the tool in clinic @param {(context: import('../tools.js').Context) => string | undefined} [cannot] */
const clinic = (name, cannot) => profilerOf({
  name: `clinic-${name}`,
  from: 'clinic',
  size: '152 MB in 655 packages',
  command: (program, out, script) => [join(program, 'bin.js'), name, '--open=false', '--dest', join(out, 'data'), '--', 'node', ...script],
  cannot,
})

export const doctor = { tool: clinic('doctor') }
export const flame = { tool: clinic('flame') }
export const heapprofiler = { tool: clinic('heapprofiler') }
export const bubbleprof = {
  tool: clinic('bubbleprof', ({ lab }) => lab.manifest.kind === 'function' ? 'clinic-bubbleprof draws what waits, and a function lab waits for nothing: take --tool flame.' : undefined),
}
