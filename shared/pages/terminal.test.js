import t from 'tap'
import { drawTerminalRecording } from './terminal.js'

/** @param {number} ms @param {string} text @param {string} [style] */
const version = (ms, text, style = '') => ({ ms, spans: text ? [([text, style])] : [] })
const texts = { title: 'a <lab>', description: 'what it printed' }

/** @param {any[]} rows */
const draw = (rows) => drawTerminalRecording({ lab: 'a', node: 'v26.0.0', columns: 40, rows }, texts)

t.test('each text comes at its moment, and one that is replaced goes', async (t) => {
  const svg = draw([
    { isTyped: true, versions: [version(0, '$ pnpm lab', 'bold')] },
    { isTyped: false, versions: [version(1500, 'first pair'), version(3000, '✔ <holds>', 'green')] },
  ])
  t.match(svg, /class="typed" style="animation: later 0s 1.5s, typed 0.25s 1.5s steps\(10\)"[^>]*><tspan class="bold">\$ pnpm lab</)
  t.match(svg, /class="gone" style="animation: gone 1.5s 3s"[^>]*>first pair</)
  t.match(svg, /class="in" style="animation: later 3s 1.5s"[^>]*><tspan class="green">✔ &lt;holds&gt;</)
  t.match(svg, /<title id="title">a &lt;lab&gt;</)
  t.match(svg, /prefers-reduced-motion: reduce/)
})

t.test('at the end the last command is seen, and what does not fit below it is left out', async (t) => {
  const before = Array.from({ length: 30 }, (_, row) => ({ isTyped: row === 0, versions: [version(row * 100, `line ${row}`)] }))
  const after = Array.from({ length: 25 }, (_, row) => ({ isTyped: row === 0, versions: [version(4000, row === 15 ? '' : `more ${row}`)] }))
  const svg = draw([...before, ...after])
  t.match(svg, /\.scroll \{ transform: translateY\(-567px\);/, '27 rows of 21 units')
  t.match(svg, />more 14</)
  t.notMatch(svg, />more 16</, 'half a paragraph')
})
