import { join } from 'node:path'
import { profilerOf } from './profiler.js'

export const tool = profilerOf({
  name: '0x',
  from: '0x',
  size: '31 MB',
  // not `out`: 0x hands its working folder to V8, which reads %p in it as the process id
  command: (program, out, script) => [join(program, 'cmd.js'), '--silent', '--output-dir', join(out, 'data'), '--working-dir', '.', '--', 'node', ...script],
})
