import { join } from 'node:path'
import { createExternalTool } from './profiler.js'

/** @import { ExternalTool } from './profiler.js' */

/** @param {string} name of the tool in clinic @param {Pick<ExternalTool, 'exitSignal' | 'cannot'>} [options] */
const createClinicTool = (name, options) => createExternalTool({
  name: `clinic-${name}`,
  from: 'clinic',
  size: '152 MB in 655 packages',
  buildArgs: (program, out, script) => [
    join(program, 'bin.js'),
    name,
    '--open=false',
    '--dest',
    join(out, 'data'),
    '--',
    'node',
    ...script,
  ],
  ...options,
})

export const clinicDoctorTool = createClinicTool('doctor')
export const clinicFlameTool = createClinicTool('flame')
export const clinicHeapProfilerTool = createClinicTool('heapprofiler', { exitSignal: 'SIGINT' })
export const clinicBubbleprofTool = createClinicTool('bubbleprof', {
  cannot: ({ lab }) => lab.manifest.kind === 'function'
    ? 'clinic-bubbleprof shows asynchronous waits, but this lab measures a function that does not wait. Use --tool flame.'
    : undefined,
})
