import { scaleLog } from 'd3'
import { escaped } from '../page/data.js'
import { svg } from './svg.js'
import { times } from './words.js'

/** In the units of the picture. */
const WIDTH = 860
const TOP = 88
const BAR = 15
const ROW = 4 * BAR + 26
const EDGE = { label: 380, right: 84, bottom: 46 }

/** How many claims five seconds are enough for, and how many of one lab. */
const CLAIMS = { most: 4, ofOneLab: 2 }

/** Characters of a line beside the bars, and of how many lines there is room. */
const WORDS = { line: 34, lines: 3 }

/** @typedef {import('../versions/reading.js').ClaimOverVersions} ClaimOverVersions */

/** Nobody is surprised by less between what was published and what is so. */
const SURPRISING = 1.5

/** @param {ClaimOverVersions[]} claims of all labs @returns {ClaimOverVersions[]} those whose published figure is the furthest from what is so today; first those of the very program */
export function surprises (claims) {
  const far = claims.filter(({ claim, readings }) => claim.published && readings.length > 1)
    .map((told) => ({ told, isSame: Number(told.claim.published?.asks === 'the same'), distance: Math.abs(Math.log(Number(told.claim.published?.ratio) / told.readings[told.readings.length - 1].late.ratio)) }))
    .filter(({ distance }) => distance > Math.log(SURPRISING))
    .sort((a, b) => b.isSame - a.isSame || b.distance - a.distance)
  return far.filter(({ told }, index) => far.slice(0, index).filter((other) => other.told.lab === told.lab).length < CLAIMS.ofOneLab).slice(0, CLAIMS.most).map(({ told }) => told)
}

/**
 * The picture that says what all this is for.
 *
 * @param {ClaimOverVersions[]} claims to be shown, each with two readings or more
 * @returns {string} SVG
 */
export function frontSvg (claims) {
  const rows = claims.map(({ lab, claim, step, readings }) => {
    const [oldest, newest] = [readings[0], readings[readings.length - 1]]
    const published = /** @type {import('../lab/manifest.js').Published} */ (claim.published)
    return {
      lab,
      step,
      bars: [
        { kind: 'published', ratio: published.ratio, told: published.asks === 'the same' ? 'published' : 'published*' },
        { kind: 'oldest', ratio: oldest.late.ratio, told: `Node ${oldest.major}` },
        { kind: 'early', ratio: newest.early.ratio, told: `Node ${newest.major}, early` },
        { kind: 'late', ratio: newest.late.ratio, told: `Node ${newest.major}, ${newest.isSteady ? 'steady' : 'later'}` },
      ],
    }
  })
  const all = rows.flatMap(({ bars }) => bars.map(({ ratio }) => ratio))
  const x = scaleLog([Math.min(0.9, ...all) * 0.95, Math.max(2, ...all)], [EDGE.label, WIDTH - EDGE.right])
  const height = TOP + rows.length * ROW + EDGE.bottom
  const one = x(1)
  const drawn = rows.map(({ lab, step, bars }, index) => {
    const top = TOP + index * ROW
    const words = lines(step).map((line, nth) => `<text x="20" y="${top + 32 + nth * 17}">${escaped(line)}</text>`).join('')
    const drawnBars = bars.map(({ kind, ratio, told }, nth) => {
      const y = top + nth * (BAR + 2)
      const [from, to] = [Math.min(one, x(ratio)), Math.max(one, x(ratio))]
      return `<rect class="${kind}" x="${from.toFixed(1)}" y="${y}" width="${Math.max(2, to - from).toFixed(1)}" height="${BAR}" rx="2"/><text class="number" x="${(to + 6).toFixed(1)}" y="${y + 12}">${times(ratio)}</text><text class="quiet small" x="${EDGE.label - 10}" y="${y + 12}" text-anchor="end">${told}</text>`
    }).join('\n')
    return `<text class="number" x="20" y="${top + 12}">${escaped(lab)}</text>${words}\n${drawnBars}`
  })
  const hasOthers = claims.some(({ claim }) => claim.published?.asks !== 'the same')
  const label = `Published and measured: ${rows.map(({ step, bars }) => `${step}: ${bars.map(({ told, ratio }) => `${told} ${times(ratio)}`).join(', ')}`).join('; ')}`
  return svg({
    width: WIDTH,
    height,
    label,
    body: `<text class="title" x="20" y="36">How many times faster? What was published, and what is so</text>
<text class="quiet" x="20" y="60">Slow over fast, on a logarithmic scale: 1× is no difference. Measured by pairs of fresh processes.</text>
<line class="one" x1="${one.toFixed(1)}" x2="${one.toFixed(1)}" y1="${TOP - 6}" y2="${height - EDGE.bottom - 6}"/>
${drawn.join('\n')}
<text class="quiet" x="20" y="${height - 16}">${hasOthers ? '* of another program than the lab&#39;s. ' : ''}Every figure with its interval, on nine versions of Node: docs/then-and-now.md</text>`,
  })
}

/** @param {string} text */
function lines (text) {
  /** @type {string[]} */
  const all = ['']
  for (const word of text.split(' ')) {
    if (all[all.length - 1] && `${all[all.length - 1]} ${word}`.length > WORDS.line) all.push(word)
    else all[all.length - 1] = `${all[all.length - 1]} ${word}`.trim()
  }
  if (all.length <= WORDS.lines) return all
  return [...all.slice(0, WORDS.lines - 1), `${all[WORDS.lines - 1]} …`]
}
