'use strict'

const { fork } = require('node:child_process')

// how many times as long a call of a takes as a call of b: the median of short blocks, from several fresh processes
async function compare (a, b, seconds) {
  const end = performance.now() + 1000 * seconds
  const ratios = []
  do ratios.push(...await compareProcesses([a.file, b.file]))
  while (performance.now() < end - 300)
  return ratios.sort((one, other) => one - other)[ratios.length >> 1]
}

async function compareProcesses (files) {
  const sides = files.map((file) => fork(__filename, [file]))
  const ratios = []
  await Promise.all(sides.map(measure))
  while (ratios.length < 16) {
    const ms = []
    for (const index of ratios.length % 2 ? [1, 0] : [0, 1]) ms[index] = await measure(sides[index])
    ratios.push(ms[0] / ms[1])
  }
  for (const side of sides) side.disconnect()
  return ratios
}

function measure (side) {
  side.send('measure')
  return new Promise((resolve) => side.once('message', ([ms]) => resolve(ms)))
}

function measureBlock (run, start = performance.now(), calls = 0, sum = 0) {
  for (; performance.now() - start < 2; calls += 100) for (let i = 0; i < 100; i++) sum += run()
  return [(performance.now() - start) / calls, sum]
}

module.exports = compare
if (require.main === module) process.on('message', () => process.send(measureBlock(require(process.argv[2]))))
