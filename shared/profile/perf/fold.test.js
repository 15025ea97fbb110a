import t from 'tap'
import { fold } from './fold.js'

t.test('what perf script prints, folded', async (t) => {
  const { stacks, leaves, samples } = fold(`
        7fd81afc74c0 JS:*divideByAndSum /labs/slow.cjs:3:42 (/tmp/perf-123.map)
              b5a2c0 node::Start(int, char**) (/usr/bin/node)

        7fd81afc74c0 JS:*divideByAndSum /labs/slow.cjs:3:42 (/tmp/perf-123.map)
              b5a2c0 node::Start(int, char**) (/usr/bin/node)

    ffffffff81200000 [unknown] ([kernel.kallsyms])
        7f0000000000 a;b (/lib/libc.so.6)
`)
  t.equal(samples, 3)
  t.same([...stacks], [['node::Start(int, char**);JS:*divideByAndSum /labs/slow.cjs:3:42', 2], ['a,b;[kernel.kallsyms]', 1]])
  t.equal(leaves.get('JS:*divideByAndSum /labs/slow.cjs:3:42'), 2)
})
