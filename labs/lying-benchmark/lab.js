import { defineLab } from '@hotpath-labs/lab'

export default defineLab({
  title: 'A benchmark that lies',
  question: 'A book prints four speeds for one function, up to four times apart. Which is right?',
  answer: 'each is right for a program that runs the same other code, and a fresh process shows the function alone',
  theme: 'measuring',
  workshop: { place: 20, minutes: 15, why: 'After all these verdicts this lab shows how easily a good tool gives a wrong verdict.' },
  kind: 'function',
  variants: {
    slow: 'the three-pass sum',
    'slow-late': 'the three-pass sum after other code',
    'fast-late': 'the one-pass sum after other code',
    fast: 'the one-pass sum',
  },
  workload: {
    inputs: (random) => Array.from({ length: 2 }, () => [Array.from({ length: 500 }, () => ({
      km: random.int(1, 100),
      detour: random.int(0, 9),
      ferry: random.int(0, 3),
    }))]),
    edgeCases: {
      'no legs': [[]],
      'one leg': [[{ km: 7, detour: 0, ferry: 0 }]],
      fractions: [[{ km: 0.1, detour: 0, ferry: 0 }, { km: 0.2, detour: 0.5, ferry: 0 }]],
      'NaN inside': [[{ km: 1, detour: NaN, ferry: 0 }]],
      'a leg without a length': [[{ km: 1, detour: 0, ferry: 0 }, {}]],
      'null instead of the array': [null],
    },
    // 3 * sum rounds once, sum + sum + sum twice
    tolerance: 1e-12,
  },
  claims: [
    {
      id: 'once',
      faster: 'fast',
      than: 'slow',
      metric: 'time',
      atLeast: 1.3,
    },
    {
      id: 'late',
      faster: 'slow',
      than: 'slow-late',
      metric: 'time',
      atLeast: 2.5,
      published: 'A77',
    },
    {
      id: 'winner',
      faster: 'slow',
      than: 'fast-late',
      metric: 'time',
      atLeast: 1.05,
      published: 'A34',
    },
  ],
  exercise: {
    template: 'naive.cjs',
    solution: 'solution.cjs',
    startsFrom: 'the naive benchmark',
    goal: 'until it finds the true ratios',
    steps: {
      equal: 'divide the time of a by the time of b',
      twice: 'divide the time of a by the time of b',
      tenth: 'call both functions often enough',
      'dead-code': 'use every result',
      drift: 'let a and b take turns, in short blocks',
      pause: 'take the median of the blocks',
      'shared-helper': 'give each function a process of its own',
    },
    load: () => import('./judge.js'),
  },
  hotFrame: { search: 'threeDays', says: 'the function of this lab: V8 has inlined its helper, way' },
})
