import { join, resolve } from 'node:path'
import { FILES } from '@hotpath-labs/engine/worker/index.cjs'
import t from 'tap'
import { formatInliningReport, parseInliningRefusals } from './tool.js'

/** The same refusal, as each version prints it. */
const PRINTED = {
  20: 'Cannot consider 0x446b7408 {0x24e18f826061 <SharedFunctionInfo ClientRequest>} for inlining (reason: 5)',
  24: 'Cannot consider 0x45638230 {0x24e18f826061 <SharedFunctionInfo ClientRequest>} for inlining (reason: 5)',
  'on Windows': 'Cannot consider 000001A5B3359E40 {0x24e18f826061 <SharedFunctionInfo ClientRequest>} for inlining (reason: exceeds bytecode limit)\r\n',
  26: 'Cannot consider 0x102b08f0 {0x24e18f826061 <SharedFunctionInfo ClientRequest>} for inlining (reason: exceeds bytecode limit)',
}

for (const [version, line] of Object.entries(PRINTED)) {
  t.test(`parses the trace of Node ${version}`, async (t) => {
    t.same(Object.fromEntries(parseInliningRefusals(line).get('0x24e18f826060') ?? []), { 'TurboFan: exceeds bytecode limit': 1 })
  })
}

t.test('counts Maglev\'s reasons without the figures of a single call', async (t) => {
  const refusals = parseInliningRefusals([
    '  cannot inline 0x45687640 {0x1bb62f7c8a91 <SharedFunctionInfo>}: call frequency (0.25) < minimum threshold (0.95)',
    '  cannot inline 0x45687640 {0x1bb62f7c8a91 <SharedFunctionInfo>}: call frequency (0) < minimum threshold (0.95)',
    '  cannot inline 0x45682cd0 {0x1bb62f7c8a91 <SharedFunctionInfo>}: big function, size (302) >= max-size (100)',
  ].join('\n'))
  t.same(
    [...refusals.get('0x1bb62f7c8a90') ?? []],
    [['Maglev: call frequency < minimum threshold (0.95)', 2], ['Maglev: big function, size (302) >= max-size (100)', 1]]
  )
})

t.test('parses the refusal of a call that is too deep', async (t) => {
  const [[address, reasons]] = parseInliningRefusals('Not inlining 0x446b7408 {0x24e18f826061 <SharedFunctionInfo deep>} into 0x1 {0x2 <SharedFunctionInfo>} because call has exceeded the maximum depth for function inlining.')
  t.equal(address, '0x24e18f826060')
  t.same([...reasons], [['TurboFan: call has exceeded the maximum depth for function inlining', 1]])
})

t.test('skips inlined functions, and lines of two threads in one', async (t) => {
  t.equal(parseInliningRefusals([
    'Considering 0x446914e8 {0x24e18f826061 <SharedFunctionInfo isPosixPathSeparator>} for inlining with 0x44692d08 {0x0d9216c53521 <FeedbackVector[1]>}',
    'Inlining 0x446914e8 {0x24e18f826061 <SharedFunctionInfo isPosixPathSeparator>} into 0x446910e8 {0x24e18f826151 <SharedFunctionInfo normalizeString>}',
    'Cannot consider 0x446b7ed0 {0x2e724e8b1f89 <FeedbackCell[many closures]>} for inlining (no feedback vector)',
    'Cannot consider 0x446b7ed0 {== Inlining 0x2e724e8b1f89 <SharedFunctionInfo>} for inlining (reason: exceeds bytecode limit)',
  ].join('\n')).size, 0)
})

t.test('a function that inlines nothing is listed, and the loop that calls the lab is not', async (t) => {
  const folder = resolve('/labs/pixels')
  const file = join(folder, 'slow.cjs')
  const make = (name, line, inlined = [], place = file) =>
    ({ name, place: { file: place, line, column: 1 }, codes: [{ tier: 'turbofan', us: 1, inlined }] })
  const [scaled, alone] = [make('scaled', 3), make('alone', 5)]
  const host = make('brightness', 9, [scaled])
  const loop = make('i', 8, [host, scaled], FILES.loop)
  const cold = { ...make('cold', 20), codes: [] }
  const { own } = formatInliningReport(
    /** @type {any} */ ({ folder, files: { slow: file } }),
    /** @type {any} */ ({ functions: [loop, host, scaled, alone, cold], shared: new Map() }),
    new Map()
  )
  t.same(own, ['brightness slow.cjs:9, TurboFan, inlines scaled slow.cjs:3', 'alone slow.cjs:5, inlines nothing'])
})
