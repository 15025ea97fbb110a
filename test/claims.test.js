import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { judgePublishedClaims, readLedger, extractNumbers } from '@hotpath-labs/records/ledger/ledger.js'
import PUBLISHED_FIGURES from '@hotpath-labs/records/ledger/published.js'
import { ROOT, cli } from './cli.js'

const parts = await readLedger()
const answers = judgePublishedClaims(parts)

/** What is printed in the texts and claims nothing: the groups of a pattern, and why. @type {{ printed: string, reason: string }[]} */
const noClaim = JSON.parse(readFileSync(join(ROOT, 'shared/records/ledger/no-claim.json'), 'utf8'))

/** Of every claim of the five texts that was found in them. */
const CLAIMS = { '000': 77, '001': 16, '002': 34, '003': 10, '004': 20 }

/** Copies the parts, and changes something in the copy. */
const changed = (change) => {
  const copy = structuredClone(parts)
  change(copy)
  return copy
}

/** @param {any} copy of the parts @param {string} id @returns {any} the entry, to be changed */
function entryOf (copy, id) {
  return copy.texts.flatMap((text) => text.entries).find((entry) => entry.id === id)
}

t.test('every claim of the texts has its answer', async (t) => {
  for (const [text, count] of Object.entries(CLAIMS)) {
    t.equal(parts.texts.find(({ file }) => file.startsWith(text))?.entries.length, count, text)
  }
  for (const { id, why, verdict } of answers) t.ok(verdict && why, id)
})

t.test('every figure that is quoted is answered by an entry, or is listed as no claim', async (t) => {
  const answered = answers.flatMap(({ source, published }) => published ? extractNumbers(Object.values(published).join(' ')).map((number) => `${source} ${number}`) : [])
  for (const { source, quotes } of parts.quotes) {
    const open = quotes.flatMap(({ line }) => {
      const excused = noClaim.flatMap(({ printed }) => extractNumbers(line.match(printed)?.slice(1).join(' ') ?? ''))
      return extractNumbers(line).filter((number) => !answered.includes(`${source} ${number}`) && !excused.includes(number)).map((number) => `${number} in: ${line}`)
    })
    t.same(open, [], `give it an entry in shared/records/ledger/texts, or a reason in no-claim.json: ${source}`)
  }
  const lines = parts.quotes.flatMap(({ quotes }) => quotes.map(({ line }) => line))
  for (const { printed, reason } of noClaim) t.ok(reason && lines.some((line) => line.match(printed)), printed)
})

t.test('a claim cites a published figure by its id', async (t) => {
  const { manifest } = await loadNamedLab('divideByAndSum')
  t.match(manifest.claims.find(({ id }) => id === 'loop')?.published, { ratio: 10.5, figures: '6,206 → 65,088', source: /Node Cookbook/ })
  const cited = parts.claims.flatMap(({ cites }) => cites ?? [])
  t.same(new Set(cited), new Set(Object.keys(PUBLISHED_FIGURES)), 'each figure of the ledger is cited')
})

t.test('an entry that is wrong is one clear line', async (t) => {
  /** What is changed of an entry, and the line. @type {[string, object, RegExp][]} */
  const wrong = [
    ['A2', { figures: '200 → 601' }, /^A2: quotes\.json.* with 601/],
    ['A5', { figures: '5802.5' }, /^A5: quotes\.json.* with 5802\.5/],
    ['A12', { figures: '5802.4 → 526' }, /^A10 and A12: .*, 5802\.4 → 526/],
    ['A38', { published: { ...entryOf(parts, 'A38').published, figures: '6,206 → 65,089' } }, /^A38: quotes\.json.* with 65,089/],
    ['A38', { lab: 'divideByAndSum loop' }, /^000-node-cookbook\.json: A38: .* lab/],
    ['A39', { id: 'A38' }, /^A38: two entries have this id$/],
    ['A39', { lab: 'divideByAndSun loop' }, /^000-node-cookbook\.json: A39: .* lab divideByAndSun; .* divideByAndSum\?$/],
    ['A39', { lab: 'memory-leak' }, /^000-node-cookbook\.json: A39: lab: .* memory-leak: memory-leak leak$/],
    ['A39', { lab: 'divideByAndSum lop' }, /^000-node-cookbook\.json: A39: lab: .* divideByAndSum: divideByAndSum whole-ladder, /],
    ['A39', { verdict: 'true' }, /^000-node-cookbook\.json: A39: .* \(?holds/],
    ['A39', { verdict: undefined }, /^000-node-cookbook\.json: A39: .* lab/],
    ['A39', { why: undefined }, /^000-node-cookbook\.json: A39/],
  ]
  const judge = (change) => () => judgePublishedClaims(changed(change))
  for (const [id, change, message] of wrong) {
    t.throws(judge((copy) => Object.assign(entryOf(copy, id), change)), { message }, JSON.stringify(change))
  }
  t.throws(judge((copy) => { copy.texts[3].source = 'A book' }), { message: /^003-obrezkov\.json: quotes\.json .* A/ })
  t.throws(judge((copy) => { delete copy.claims.find(({ cites }) => cites === 'A68').cites }), { message: /^000-node-cookbook\.json: A68: .* lab .*: 'A68' .* lab\.js/ })
  t.throws(judge((copy) => { copy.claims[0].claim.published = {} }), { message: /^blocking-json \S+: .*\/records\/ledger\/texts, .* 'A38'$/ })
})

t.test('the page has what the command says', async (t) => {
  const { code, stdout } = await cli(['claims', '--markdown'])
  t.equal(code, 0)
  t.equal(readFileSync(join(ROOT, 'docs/claims.md'), 'utf8'), stdout, 'to write it anew: pnpm --silent claims --markdown > docs/claims.md')
})

t.test('words and an id choose', async (t) => {
  const found = async (...args) => JSON.parse((await cli(['claims', ...args, '--json'])).stdout).claims.map(({ id }) => id)
  t.same(await found('a38'), ['A38'])
  t.ok((await found('try', 'catch')).includes('A41'))
  t.match(await cli(['claims', 'nowhere']), { code: 2, stderr: /pnpm claims\n$/ })
  t.match(await cli(['claims', '--json', '--markdown']), { code: 2, stderr: /^--json.*--markdown .*\.\n$/ })
})

t.test('a terminal of 80 columns has no line that is wider', async (t) => {
  const { stdout } = await cli(['claims'])
  t.same(stdout.split('\n').filter((line) => line.length > 80), [])
})
