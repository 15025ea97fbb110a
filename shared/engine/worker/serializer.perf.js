import { fn } from 'hotpath'
import serializer from './serializer.cjs'

fn('serializer', {
  inputs: (random) => Array.from({ length: 4 }, () => Array.from({ length: 50 }, () => ({
    id: random.int(1, 1e6), name: `it ${random.int(1, 99)}`, at: new Date(random.int(0, 1e12)), tags: new Set(['a', 'b']), parts: [1.5, null, { deep: [true] }],
  }))),
  run: (answer) => serializer.stringify(serializer.encode(answer)),
})
