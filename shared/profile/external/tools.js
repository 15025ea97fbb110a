import { join } from 'node:path'
import { createExternalTool } from './profiler.js'

/** @import { ExternalTool } from './profiler.js' */

export const zeroXTool = createExternalTool({
  name: '0x',
  from: '0x',
  size: '31 MB',
  // a relative path, because 0x passes this path to V8, which would replace a %p in a folder's name by the process id
  buildArgs: (program, out, script) => [
    join(program, 'cmd.js'),
    '--silent',
    '--output-dir',
    join(out, 'data'),
    '--working-dir',
    '.',
    '--',
    'node',
    ...script,
  ],
})

/** @param {string} name of the tool in clinic @param {Pick<ExternalTool, 'seconds' | 'exitSignal' | 'cannot'>} [options] */
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
  // Node starts a second trace file after 2 ** 19 events, and clinic 13 fails to join two files. A second of load makes 300,000 events.
  seconds: 0.4,
  cannot: ({ lab }) => lab.manifest.kind === 'function'
    ? 'clinic-bubbleprof shows asynchronous waits, but this lab measures a function that does not wait. Use --tool flame.'
    : undefined,
})
