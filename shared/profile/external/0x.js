import { join } from 'node:path'
import { createExternalTool } from './profiler.js'

export const tool = createExternalTool({
  name: '0x',
  from: '0x',
  size: '31 MB',
  // `.` and not `out`: 0x passes the folder's path to V8, and V8 replaces %p in a path by the process id
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
