import { ledgerOf, ledgerParts } from '../shared/ledger/ledger.js'
import { verdictTold } from '../shared/ledger/verdict.js'
import { times } from '../shared/report/words.js'

/** What makes a claim one that people should unlearn. */
const CHANGED = ['weaker', 'no longer', 'was never so']

export default {
  /** The published ratios that do not hold today, the largest loss first. */
  async load () {
    const answers = ledgerOf(await ledgerParts()).flatMap(({ id, claim, lab, published, today, verdict, since, why }) => {
      const latest = today.at(-1)
      if (!CHANGED.includes(verdict) || !lab || !published?.ratio || !latest) return []
      const [name] = lab.split(' ')
      return [{
        id,
        claim,
        lab: name,
        place: `./labs/${name}.html`,
        published: times(published.ratio),
        today: times(latest.ratio),
        node: latest.node,
        verdict: verdictTold({ verdict, since: since ?? undefined, why }),
        lost: published.ratio / latest.ratio,
      }]
    })
    return answers.sort((a, b) => b.lost - a.lost).map(({ lost, ...shown }) => shown)
  },
}
