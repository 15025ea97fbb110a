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

/** @param {string} name of the tool in clinic @param {Pick<ExternalTool, 'exitSignal'>} [options] */
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
