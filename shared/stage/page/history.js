import { isBounded, formatRange, roundRatio, formatMultiple } from 'hotpath/words'
import { createElement, makeBar } from './element.js'

/** @import { Statement } from 'hotpath/report' */

/**
 * Makes a table with this run's ratio, the published ratio and recorded ranges of ratios, each with a bar.
 *
 * @param {any} claim
 * @param {any} seen the claim of a result, with its Node and whether it is recorded; or null
 */
export function renderRatioHistory ({ published, recorded }, seen) {
  const rows = [
    ...(published?.asks === 'the same' ? [{ name: 'published', beside: `Node ${published.node}`, low: 0, high: published.ratio, told: formatMultiple(published.ratio), order: 'second' }] : []),
    ...(seen ? [{ name: seen.kind === 'recording' ? 'recorded' : 'here, now', beside: `Node ${seen.node.slice(1)}`, low: 0, high: seen.ratio, told: `${roundRatio(seen.ratio, isBounded(seen.interval) ? seen.interval : undefined)}×`, order: 'first' }] : []),
    ...recorded.map(({ node, range: [low, high] }) => ({ name: `Node ${node}`, beside: 'on record', low, high, told: formatRange([low, high]), order: 'line' })),
  ]
  const most = Math.max(1, ...rows.map(({ high }) => high))
  return createElement('table', { className: 'history' }, rows.map(({ name, beside, low, high, told, order }) => {
    return createElement('tr', {}, [
      createElement('td', {}, [`${name} `, createElement('span', { className: 'quiet', textContent: beside })]),
      createElement('td', { className: 'number', textContent: told }),
      createElement('td', { className: 'bars' }, [makeBar(order, high / most, low / most)]),
    ])
  }))
}

/** @param {any} claim @param {Statement | null} judged null before the end of the run */
export function renderClaimRemarks ({ published, until, dependsOn }, judged) {
  const told = []
  if (judged?.later) told.push(`${judged.later}.`)
  if (published?.asks === 'the same') told.push(`Published: ${published.figures}, ${published.metric} (${[published.of, published.packages].filter(Boolean).join(', ')}).`)
  if (until) told.push(`True before Node ${until}.`)
  if (dependsOn) told.push(`It depends on ${dependsOn}.`)
  return told.length ? [createElement('p', { className: 'quiet', textContent: told.join(' ') })] : []
}
