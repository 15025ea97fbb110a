import t from 'tap'
import { describeDifferentResponses } from './responses.js'

t.test('long bodies are shown from shortly before their first difference', async (t) => {
  const [expected, other] = ['slow', 'mine'].map((variant) => ({ variant, status: 200, type: '', body: `${'x'.repeat(5000)}${variant}${'y'.repeat(5e6)}` }))
  const described = describeDifferentResponses(expected, other)
  t.match(described, /xxslowyy[^]*xxmineyy/)
  t.ok(described.length < 250)
})
