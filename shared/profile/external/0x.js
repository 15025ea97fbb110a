import { join } from 'node:path'
import { profilerOf } from './profiler.js'

export const tool = profilerOf({
  name: '0x',
  from: '0x',
  size: '31 MB',
  command: (program, out, script) => [join(program, 'cmd.js'), '--silent', '--output-dir', join(out, 'data'), '--working-dir', out, '--', 'node', ...script],
})
