import t from 'tap'
import { parseProfTicks } from './tool.js'

const PRINTED = `Statistical profiling result from prof.log, (1355 ticks, 989 unaccounted, 0 excluded).

 [Shared libraries]:
   ticks  total  nonlib   name
     74    5.5%          /usr/lib/x86_64-linux-gnu/libc.so.6

 [JavaScript]:
   ticks  total  nonlib   name
     11    0.8%    0.9%  JS: *recurse /labs/node_modules/babel-walk/lib/index.js:73:26
    102    7.5%    7.9%  Builtin: KeyedLoadIC_Megamorphic

 [C++]:
   ticks  total  nonlib   name

 [Summary]:
   ticks  total  nonlib   name
    292   21.5%   22.8%  JavaScript

 [Bottom up (heavy) profile]:
   ticks parent  name
    989   73.0%  UNKNOWN
`

t.test('parses all tables into one list', async (t) => {
  const { ticks, unaccounted, rows } = parseProfTicks(PRINTED)
  t.same([ticks, unaccounted], [1355, 989])
  t.same(rows, [
    ['/usr/lib/x86_64-linux-gnu/libc.so.6', 74],
    ['JS: *recurse /labs/node_modules/babel-walk/lib/index.js:73:26', 11],
    ['Builtin: KeyedLoadIC_Megamorphic', 102],
  ])
})

t.test('parses a run without ticks', async (t) => {
  t.same(
    parseProfTicks('Statistical profiling result from prof.log, (0 ticks, 0 unaccounted, 0 excluded).\n'),
    { ticks: 0, unaccounted: 0, rows: [] }
  )
})
