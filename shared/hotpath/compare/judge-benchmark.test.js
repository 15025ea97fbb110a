import t from 'tap'
import { VariantFailure } from '@hotpath-labs/engine/failures.js'
import { describeBenchmarkFailure, doubtOnBusyMachine, formatProcessFailure } from './judge-benchmark.js'

t.test('a failure names the line of the user\'s code, on Linux and on Windows', async (t) => {
  const say = (stderr, folder = '') => formatProcessFailure({ what: 'threw an error', stderr }, folder)
  t.equal(say('Error: x\n    at run (file:///repo/parse.js:3:9)\n', '/repo'), 'threw an error (parse.js:3)')
  t.equal(say('Error: x\n    at C:\\node_modules\\hotpath\\compare\\worker\\function.cjs:9:1\n    at run (C:\\repo\\parse.cjs:3:9)\n', 'C:\\repo'), 'threw an error (parse.cjs:3)')
  t.equal(say('Error: x\n    at /repo/node_modules/@hotpath-labs/engine/worker/channel.cjs:44:7\n', '/repo'), 'threw an error', 'no line of the engine')
  t.equal(say('/repo/parse.cjs:7\nconst = 1\n', '/repo'), 'threw an error (parse.cjs:7)', 'a syntax error has no stack in the user\'s code')
  t.equal(say('C:\\repo\\parse.cjs:7\nconst = 1\n', 'C:\\repo'), 'threw an error (parse.cjs:7)')
})

t.test('a process that exits is told with its last error', async (t) => {
  t.equal(formatProcessFailure({ what: 'exited with code 1', stderr: 'TypeError: no x\n' }), 'exited with code 1: TypeError: no x')
  t.equal(formatProcessFailure({ what: 'exited with code 0', stderr: '' }), 'exited with code 0: did the code call process.exit?')
})

t.test('other programs take back a verdict only about code that computes on several CPUs, and is not pinned', async (t) => {
  const judge = (timing) => doubtOnBusyMachine({ verdict: 'slower', timing: { clock: 'wall', pins: false, isParallel: true, waits: false, ...timing } }, 0.5).verdict
  t.same([{}, { isParallel: false }, { pins: true }].map(judge), ['undecided', 'slower', 'slower'])
})

t.test('only what head does by itself is a failure of head', async (t) => {
  const judge = (code, part) =>
    describeBenchmarkFailure(new VariantFailure(code, part, 'exited with code 1'), /** @type {any} */ ({ base: { label: 'old.js', folder: '/' }, head: { label: 'new.js', folder: '/' } }))
  t.match(judge('EXITED', 'head'), { verdict: 'failed', reason: /^new\.js / })
  t.match(judge('EXITED', 'base'), { verdict: 'cannot run', reason: /^old\.js / })
  t.match(judge('EXITED', 'control'), { verdict: 'cannot run', reason: /^old\.js / }, 'a second process of the base')
  for (const code of /** @type {const} */ (['ANSWER_CHANGED', 'STARVED'])) t.match(judge(code, 'head'), { verdict: 'cannot run' }, code)
})
