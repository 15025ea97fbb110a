import t from 'tap'
import { labFolder, labNames, loadLab } from '../lab/find.js'
import { verdictOfMine, withMine } from './contender.js'

const lab = async (/** @type {string} */ name) => loadLab(String(labFolder(name)))
/** @param {import('../lab/find.js').Lab} planned */
const claimed = ({ manifest }) => manifest.claims.map((claim) => 'faster' in claim ? [claim.id, claim.faster, claim.than, claim.floor] : [])

t.test('mine is asked for what fast is asked for over slow, and counted like it', async (t) => {
  const [only, ...more] = withMine(await lab('divideByAndSum'), '/my/mine.cjs')
  t.same(more, [])
  t.same(claimed(only), [['mine', 'mine', 'slow', 5], ['fast', 'fast', 'slow', 5]])
  t.same(Object.keys(only.manifest.ladder), ['slow', 'mine', 'fast'])
  t.equal(only.files.mine, '/my/mine.cjs')
  t.match(only.manifest.counters.arraysMapped, { slow: 'every call', mine: 'never', fast: 'never' })
})

t.test('under other loads mine meets whom fast meets there, and slow is not asked', async (t) => {
  const [, other] = withMine(await lab('promise-all-limit'), '/my/mine.js')
  t.same(claimed(other), [['everybody-else', 'mine@ping', 'promise-all@ping', 1.5], ['stall', 'mine@ping', 'promise-all@ping', 1.5], ['throughput', 'mine@thousand', 'promise-all@thousand', 0.8]])
})

t.test('every lab has something by which an attendee\'s file is judged', async (t) => {
  for (const name of labNames()) {
    t.same(claimed((withMine(await lab(name), '/my/mine.js'))[0])[0].slice(0, 3), ['mine', 'mine', 'slow'], name)
  }
})

t.test('what is told of fast decides nothing', async (t) => {
  const result = (/** @type {Record<string, string>} */ verdicts) => /** @type {any} */ ({
    verdict: 'whatever', seconds: 1, variants: {}, oracle: { verdict: 'same', checked: 2 }, claims: Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict })),
  })
  t.equal(verdictOfMine([result({ mine: 'holds', fast: 'broken' })]).verdict, 'holds')
  t.equal(verdictOfMine([result({ mine: 'undecided', fast: 'holds' })]).verdict, 'undecided')
  const both = verdictOfMine([result({ mine: 'holds', fast: 'undecided' }), result({ stall: 'broken' })])
  t.match(both, { verdict: 'broken', seconds: 2, oracle: { checked: 4 } })
  t.equal(both.claims.length, 3)
  t.equal(verdictOfMine([{ ...result({}), verdict: 'cannot run' }]).verdict, 'cannot run')
})
