import { isBoundedInterval, formatRange, roundRatio } from '@hotpath-labs/engine/text/ratio.js'
import { formatMultiple } from '@hotpath-labs/engine/text/numbers.js'
import { createElement, makeBar } from './element.js'

/**
 * @import { JudgedClaim } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { Published } from '@hotpath-labs/lab/manifest.js'
 * @import { LabView } from '../lab-view.js'
 * @import { Source } from '../stage.js'
 * @import { Statement } from '@hotpath-labs/lab/report/statement.js'
 */

/**
 * @typedef {Pick<JudgedClaim, 'id' | 'verdict' | 'ratio' | 'interval'> & { node: string, kind: Source['kind'] }} RunRatio
 *   a claim of a result, with its Node and whether it is recorded
 */

/**
 * Makes a table with a bar in each row: the published ratio, this run's ratio, and the recorded range on each version of Node.
 *
 * @param {LabView['claims'][number]} claim
 * @param {RunRatio | null} seen null before the end of the run
 */
export function renderRatioHistory ({ published, recorded }, seen) {
  const rows = [
    ...(published?.asks === 'the same' ? [describePublished(published)] : []),
    ...(seen ? [describeSeen(seen)] : []),
    ...recorded.map(describeRecorded),
  ]
  const most = Math.max(1, ...rows.map(({ high }) => high))
  return createElement('table', { className: 'history' }, rows.map(({ name, beside, low, high, figure, order }) => {
    return createElement('tr', {}, [
      createElement('td', {}, [`${name} `, createElement('span', { className: 'quiet', textContent: beside })]),
      createElement('td', { className: 'number', textContent: figure }),
      createElement('td', { className: 'bars' }, [makeBar(order, high / most, low / most)]),
    ])
  }))
}

/** @param {Published} published */
function describePublished ({ node, ratio }) {
  return {
    name: 'published',
    beside: `Node ${node}`,
    low: 0,
    high: ratio,
    figure: formatMultiple(ratio),
    order: 'second',
  }
}

/** @param {RunRatio} seen */
function describeSeen ({ kind, node, ratio, interval }) {
  return {
    name: kind === 'recording' ? 'recorded' : 'here, now',
    beside: `Node ${node.slice(1)}`,
    low: 0,
    high: ratio,
    figure: `${roundRatio(ratio, isBoundedInterval(interval) ? interval : undefined)}×`,
    order: 'first',
  }
}

/** @param {LabView['claims'][number]['recorded'][number]} recorded */
function describeRecorded ({ node, range: [low, high] }) {
  return {
    name: `Node ${node}`,
    beside: 'on record',
    low,
    high,
    figure: formatRange([low, high]),
    order: 'line',
  }
}

/** @param {LabView['claims'][number]} claim @param {Statement | null} judged null before the end of the run */
export function renderClaimRemarks ({ published, until, dependsOn }, judged) {
  const sentences = []
  if (judged?.later) sentences.push(`${judged.later}.`)
  if (published?.asks === 'the same') {
    const subject = [published.of, published.packages].filter(Boolean).join(', ')
    sentences.push(`Published: ${published.figures}, ${published.metric} (${subject}).`)
  }
  if (until) sentences.push(`True before Node ${until}.`)
  if (dependsOn) sentences.push(`It depends on ${dependsOn}.`)
  return sentences.length ? [createElement('p', { className: 'quiet', textContent: sentences.join(' ') })] : []
}
