'use strict'

const way = require('./way.cjs')

// what the other cases of a suite give to the same helper: legs by train, by car, on foot
const others = [
  [{ train: 'IC', km: 40, detour: 2, ferry: 0 }],
  [{ car: true, km: 12, detour: 0, ferry: 1 }],
  [{ car: true, seats: 4, km: 80, detour: 5, ferry: 0 }],
  [{ foot: true, km: 3, detour: 1, ferry: 0 }],
  [{ foot: true, uphill: 200, km: 5, detour: 0, ferry: 2 }],
]

for (let turn = 0; turn < 100; turn++) others.forEach(way)
