import { join } from 'node:path'
import { createExternalTool } from './profiler.js'

export const zeroXTool = createExternalTool({
  name: '0x',
  from: '0x',
  size: '31 MB',
  // gives 0x a relative path, because 0x passes the path to V8, and V8 would replace %p in an absolute path
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
