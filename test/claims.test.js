import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ledgerOf, ledgerParts, numbersIn } from '@hotpath-labs/history'
import { ROOT, cli } from './cli.js'

const parts = await ledgerParts()
const answers = ledgerOf(parts)

/** What is printed in the texts and claims nothing: the groups of a pattern, and why. @type {{ printed: string, reason: string }[]} */
const noClaim = JSON.parse(readFileSync(join(ROOT, 'shared/history/ledger/no-claim.json'), 'utf8'))

/** Of every claim of the five texts that was found in them. */
const CLAIMS = { '000': 76, '001': 15, '002': 33, '003': 9, '004': 19 }

/** The parts with some of them changed. @param {(copy: any) => void} change */
const changed = (change) => {
  const copy = { texts: structuredClone(parts.texts), quotes: structuredClone(parts.quotes), labs: structuredClone(parts.labs) }
  change(copy)
  return copy
}

/** @param {any} copy of the parts @param {string} id @returns {any} the entry, to be changed */
const entryOf = (copy, id) => copy.texts
  .flatMap((/** @type {any} */ { entries }) => entries).find((/** @type {any} */ entry) => entry.id === id)

/** @param {any} copy @param {string} lab @param {string} claim @returns {any} */
const claimOf = (copy, lab, claim) => copy.labs
  .find((/** @type {any} */ { name }) => name === lab).claims.find((/** @type {any} */ { id }) => id === claim)

t.test('every claim of the texts has its answer', async (t) => {
  for (const [text, count] of Object.entries(CLAIMS)) {
    t.equal(parts.texts.find(({ file }) => file.startsWith(text))?.entries.length, count, text)
  }
  for (const { id, why, verdict } of answers) t.ok(verdict && why, id)
})

t.test('every figure that is quoted is answered by an entry, or is listed as no claim', async (t) => {
  const answered = answers.flatMap(({ source, published }) => published ? numbersIn(Object.values(published).join(' ')).map((number) => `${source} ${number}`) : [])
  for (const { source, quotes } of parts.quotes) {
    const open = quotes.flatMap(({ line }) => {
      const excused = noClaim.flatMap(({ printed }) => numbersIn(line.match(printed)?.slice(1).join(' ') ?? ''))
      return numbersIn(line).filter((number) => !answered.includes(`${source} ${number}`) && !excused.includes(number)).map((number) => `${number} in: ${line}`)
    })
    t.same(open, [], `give it an entry in shared/history/ledger/texts, or a reason in no-claim.json: ${source}`)
  }
  const lines = parts.quotes.flatMap(({ quotes }) => quotes.map(({ line }) => line))
  for (const { printed, reason } of noClaim) t.ok(reason && lines.some((line) => line.match(printed)), printed)
})

t.test('a figure that is changed by one digit is told with its entry', async (t) => {
  const wrong = changed((copy) => { claimOf(copy, 'divideByAndSum', 'loop').published.figures = '6,206 → 65,089' })
  t.throws(() => ledgerOf(wrong), { message: /^A38: quotes\.json has no line of .* with 65,089$/ })
  const own = changed((copy) => { entryOf(copy, 'A5').figures = '5802.5' })
  t.throws(() => ledgerOf(own), { message: /^A5: quotes\.json has no line of .* with 5802\.5$/ })
})

t.test('a verdict comes from the records and the published figure', async (t) => {
  const recordOf = (/** @type {number} */ ratio, node = '20.1') => ({ machine: { cpu: 'a' }, node, age: 'as printed by default', ratios: { loop: [ratio] } })
  const answerTo = (/** @type {object[]} */ records, asks = 'the same') => ledgerOf(changed((copy) => {
    claimOf(copy, 'divideByAndSum', 'loop').published.asks = asks
    copy.labs.find((/** @type {any} */ { name }) => name === 'divideByAndSum').records = records
  })).find(({ id }) => id === 'A38')
  const verdictOf = (/** @type {number[]} */ ratios, asks = 'the same') => answerTo(ratios.map((ratio) => recordOf(ratio)), asks)?.verdict
  t.equal(verdictOf([3, 4]), 'weaker')
  t.equal(verdictOf([9, 12]), 'holds')
  t.equal(verdictOf([11, 12]), 'stronger')
  t.equal(verdictOf([0.8, 0.9]), 'no longer')
  t.equal(verdictOf([3, 4], 'Another question.'), 'cannot be compared')
  t.equal(verdictOf([]), 'not measured here yet')
  t.match(answerTo([recordOf(3), recordOf(9, '24.1'), recordOf(12, '24.1')])?.why, /among those of the recorded runs; every run on Node 20 gives less/)
})

t.test('a lab that is written later carries the entries that wait for it', async (t) => {
  const later = changed((copy) => copy.labs.push({
    name: 'pbkdf2-event-loop',
    claims: [{ id: 'cpu', same: ['slow', 'fast'], metric: 'cpu', says: 'alike' }, { id: 'wall', faster: 'fast', than: 'slow', metric: 'p50', floor: 1, says: 'sooner', published: { ratio: 3.49, figures: '9.24 real → 2.64 real', source: 'Eugene Obrezkov, "Profiling NodeJS applications"', asks: 'the same' } }],
    records: [{ machine: { cpu: 'a' }, node: '20', age: 'as printed by default', ratios: { wall: [2], cpu: [1] } }],
  }))
  // the test must not depend on whether the lab is there
  const labs = later.labs.filter((/** @type {any} */ { name }, /** @type {number} */ index) => name !== 'pbkdf2-event-loop' || index === later.labs.length - 1)
  const answer = ledgerOf({ ...later, labs }).find(({ id }) => id === 'D7')
  t.match(answer, { lab: 'pbkdf2-event-loop wall', verdict: 'weaker', published: { ratio: 3.49 } })
})

t.test('an entry that is wrong is one clear line', async (t) => {
  /** @type {[string, (copy: any) => void, RegExp][]} */
  const wrong = [
    ['names no text', (copy) => { copy.texts[3].source = 'A book' }, /^003-obrezkov\.json: source names no text of quotes\.json: A book$/],
    ['a claim of no text', (copy) => { claimOf(copy, 'memory-leak', 'leak').published.source = 'A book' }, /^memory-leak leak: published\.source names no text/],
    ['a text without the figure', (copy) => { entryOf(copy, 'A2').figures = '200 → 601' }, /^A2: quotes\.json has no line of .* with 601$/],
    ['two entries for one figure', (copy) => { entryOf(copy, 'A12').figures = '5802.4 → 526' }, /^A10 and A12: two entries for one figure, 5802\.4 → 526 .*remove one of them$/],
    ['two entries for one claim', (copy) => { entryOf(copy, 'A39').lab = 'divideByAndSum loop' }, /^A38 and A39: two entries for one figure.*in one of them, write see/],
    ['two entries with one id', (copy) => { entryOf(copy, 'A39').id = 'A38' }, /^A38: two entries have this id$/],
    ['a lab that is not there', (copy) => { entryOf(copy, 'A38').lab = 'divideByAndSun loop' }, /^000-node-cookbook\.json: A38: there is no lab divideByAndSun; did you mean divideByAndSum\?$/],
    ['a lab without its claim', (copy) => { entryOf(copy, 'A38').lab = 'memory-leak' }, /^000-node-cookbook\.json: A38: lab: expected a claim of memory-leak too: memory-leak leak$/],
    ['a claim that is not there', (copy) => { entryOf(copy, 'A38').lab = 'divideByAndSum lop' }, /^000-node-cookbook\.json: A38: divideByAndSum has no claim lop, only whole-ladder/],
    ['a verdict that is none', (copy) => { entryOf(copy, 'A39').verdict = 'true' }, /^000-node-cookbook\.json: A39: verdict: expected \(?holds/],
    ['no answer', (copy) => { delete entryOf(copy, 'A39').verdict }, /^000-node-cookbook\.json: A39: expected a lab or a verdict$/],
    ['no reason', (copy) => { delete entryOf(copy, 'A39').why }, /^000-node-cookbook\.json: A39: expected the field why next to verdict$/],
  ]
  for (const [name, change, message] of wrong) t.throws(() => ledgerOf(changed(change)), { message }, name)
})

t.test('the page has what the command says', async (t) => {
  const { code, stdout } = await cli(['claims', '--markdown'])
  t.equal(code, 0)
  t.equal(readFileSync(join(ROOT, 'docs/claims.md'), 'utf8'), stdout, 'to write it anew: pnpm --silent claims --markdown > docs/claims.md')
})

t.test('words, an id and a text choose', async (t) => {
  const found = async (/** @type {string[]} */ ...args) => JSON.parse((await cli(['claims', ...args, '--json'])).stdout).claims.map((/** @type {any} */ { id }) => id)
  t.same(await found('a38'), ['A38'])
  // what a lab quotes beside the entries is named after its claim
  t.same((await found('--text', '003')).filter((/** @type {string} */ id) => !id.includes('/')), parts.texts[3].entries.map(({ id }) => id))
  t.ok((await found('try', 'catch')).includes('A41'))
  for (const [args, line] of /** @type {[string[], RegExp][]} */ ([
    [['nowhere'], /^No claim has nowhere\. pnpm claims lists all claims\.\n$/],
    [['--text', '009'], /^No text matches "009"\. The texts are: 000 Node Cookbook[^\n]*\n$/],
    [['--json', '--markdown'], /^--json and --markdown cannot go together: choose one\.\n$/],
  ])) {
    const { code, stderr } = await cli(['claims', ...args])
    t.equal(code, 2)
    t.match(stderr, line)
  }
})

t.test('a terminal of 80 columns has no line that is wider', async (t) => {
  for (const args of [[], ['fastify'], ['--help']]) {
    const { stdout } = await cli(['claims', ...args])
    t.same(stdout.split('\n').filter((line) => line.length > 80), [], args.join(' '))
  }
})
