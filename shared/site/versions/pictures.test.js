import t from 'tap'
import { drawClaimChart, drawReadmePicture } from './pages.js'

const estimate = (ratio) => ({ ratio, interval: [ratio * 0.95, ratio * 1.05] })
/** @type {any} */
const history = {
  lab: 'made',
  claim: { id: 'faster', faster: 'fast', than: 'slow', metric: 'time', atLeast: 2, published: { ratio: 41.2, figures: '1 → 41.2', of: 'slow → fast', metric: 'calls', source: 'a book', node: 'not stated', asks: 'the same' }, changes: [{ node: '20', says: 'it inlines', link: 'https://example.org/a' }] },
  slower: 'slow',
  faster: 'fast',
  says: 'before & that takes longer than after <this>',
  names: { slower: 'before & that', faster: 'after <this>' },
  readings: [[6, 40], [20, 1]].map(([major, ratio]) => ({ node: `v${major}.1.0`, major, early: estimate(ratio * 1.5), late: estimate(ratio) })),
  recorded: { early: [], steady: [] },
}

t.test('pictures have the names and figures as text, in both colour schemes', async (t) => {
  const [chart, front] = [drawClaimChart(history), drawReadmePicture([{ takeaway: 'It is <gone>', history }])]
  t.match(chart, /Before &.* &lt;this&gt;/)
  t.match(front, />.* &lt;gone&gt;</)
  t.match(chart, />41\.2×</, 'what was published of the same question')
  for (const picture of [chart, front]) {
    t.match(picture, /prefers-color-scheme: dark/)
    t.notMatch(picture, /NaN|undefined|Before & /)
  }
})
