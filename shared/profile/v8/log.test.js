import { readFileSync } from 'node:fs'
import t from 'tap'
import { parseV8Log } from './logs.js'

/** Parses the log of divideByAndSum's slow variant in a loop of probe.cjs: numbers first, then strings of digits. */
const parseRecorded = (version) => parseV8Log(readFileSync(new URL(`fixtures/node${version}.txt`, import.meta.url), 'utf8'))

for (const version of [18, 20, 22, 24, 26]) {
  t.test(`parses the log of Node ${version}`, async (t) => {
    const { functions, deopts } = parseRecorded(version)
    const [divide] = functions.filter(({ name }) => name === 'divideByAndSum')
    t.same(divide.place, { file: '/labs/divideByAndSum/slow.cjs', line: 3, column: 42 })
    t.equal(divide.codes[0].tier, 'ignition')
    t.ok(divide.codes.some(({ tier }) => tier === (version < 24 ? 'turbofan' : 'maglev')), 'the function was optimised')
    const script = functions.filter(({ place }) => place.file === divide.place.file).map(({ script }) => script)
    t.ok(script[0] && script.every((one) => one === script[0]), 'all functions are in one script')

    const loop = functions.find(({ place }) => place.file === '/labs/probe.cjs' && place.line === 1)
    const inlined = loop?.codes.filter(({ tier }) => tier === 'turbofan').map(({ inlined }) => inlined.map(({ place }) => place.line))
    t.same(inlined?.[0], [3, 5, 6], 'all three functions were inlined into the loop')

    t.ok(
      deopts.some(({ kind, reason, at }) => kind === 'eager' && reason === 'wrong map' && at?.line === 5 && at.file === divide.place.file),
      'the first string deoptimised the function'
    )
  })
}

t.test('a deoptimisation inside inlined code has its place and the inlined call', async (t) => {
  const deopt = parseRecorded(26).deopts.find(({ inlinedAt }) => inlinedAt.length)
  t.match(deopt, { fn: { place: { file: '/labs/probe.cjs' } }, tier: 'turbofan', at: { file: '/labs/divideByAndSum/slow.cjs' } })
  t.same(deopt?.inlinedAt, [{ file: '/labs/probe.cjs', line: 6, column: 49 }])
})

t.test('parses escapes, blanks, and addresses that move', async (t) => {
  const { functions, deopts } = parseV8Log([
    'code-creation,JS,10,1,0xa,5,get a\\x2Cb /my labs/a\\\\b.js:3:4,0x1,~',
    'sfi-move,0x1,0x2',
    'code-creation,JS,13,2,0xb,5,outer file:///my%20labs/c.js:1:1,0x3,*',
    'code-move,0xb,0xc',
    'code-source-info,0xc,7,0,9,C0O0,F0O3,S0x2',
    'code-deopt,3,64,0xc,-1,5,deopt-lazy,<file:///my%20labs/c.js:9:9>,a reason\\x2C with a comma',
    'code-creation,Builtin,2,0,0xd,9,ArrayMap',
  ].join('\n'))
  t.equal(functions.length, 2)
  t.match(functions[0], { name: 'get a,b', place: { file: '/my labs/a\\b.js', line: 3, column: 4 } })
  t.equal(functions[1].codes[0].inlined[0], functions[0])
  t.match(deopts, [{ fn: functions[1], kind: 'lazy', reason: 'a reason, with a comma', at: { file: '/my labs/c.js', line: 9 } }])
})
