import { join } from 'node:path'
import { createExternalTool } from './profiler.js'

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
