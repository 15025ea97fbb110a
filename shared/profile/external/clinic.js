import { join } from 'node:path'
import { profilerOf } from './profiler.js'

/** @param {string} name of the tool in clinic @param {Pick<Parameters<typeof profilerOf>[0], 'leavesBy' | 'cannot'>} [further] */
const clinic = (name, further) => profilerOf({
  name: `clinic-${name}`,
  from: 'clinic',
  size: '152 MB in 655 packages',
  command: (program, out, script) => [join(program, 'bin.js'), name, '--open=false', '--dest', join(out, 'data'), '--', 'node', ...script],
  ...further,
})

export const doctor = { tool: clinic('doctor') }
export const flame = { tool: clinic('flame') }
export const heapprofiler = { tool: clinic('heapprofiler', { leavesBy: 'SIGINT' }) }
export const bubbleprof = {
  tool: clinic('bubbleprof', {
    cannot: ({ lab }) => lab.manifest.kind === 'function' ? 'clinic-bubbleprof draws asynchronous waits, and a function lab has none: use --tool flame.' : undefined,
  }),
}
