import t from 'tap'
import { countPerfStacks, buildStackTree } from './tool.js'

t.test('folds the text of perf script', async (t) => {
  const { stacks, leaves, samples } = countPerfStacks(`
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

t.test('builds a tree with names without tiers, the kind of code, and times that add up', async (t) => {
  const stacks = new Map([
    ['node::Start(int, char**);JS:*emit node:events:505:44;JS:~ file:///labs/app.js:8:20', 2],
    ['node::Start(int, char**);JS:^emit node:events:505:44;v8::internal::Heap::Scavenge()', 2],
    // Node 24 and 26 mark code of a single closure, and code that took over inside a loop
    ["node::Start(int, char**);JS:*'emit node:events:505:44;v8::internal::Heap::Scavenge()", 0.5],
    ['node::Start(int, char**);JS:o+emit node:events:505:44;v8::internal::Heap::Scavenge()', 0.5],
    ['node::Start(int, char**)', 1],
  ])
  const { root } = buildStackTree(stacks, { variant: 'slow', folder: '/labs', usPerSample: 1000 })
  t.equal(root.total, 6000)
  const [start] = root.children.values()
  t.match(start, { self: 1000, total: 6000, frame: { name: 'node::Start(int, char**)', kind: 'v8' } })
  const [emit, ...others] = start.children.values()
  t.same(others, [], 'one function in four tiers is one frame')
  t.match(emit, { self: 0, total: 5000, frame: { name: 'emit', kind: 'node', where: 'node:events:505' } })
  t.match(
    [...emit.children.values()].map(({ frame: { name, kind, where } }) => [name, kind, where]),
    [['(anonymous)', 'own', 'app.js:8'], ['v8::internal::Heap::Scavenge()', 'v8', '']]
  )
})
