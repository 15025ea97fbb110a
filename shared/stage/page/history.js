import { significant, times } from '../../report/words.js'
import { element } from './element.js'

/** What was published and what is now, as bars from nothing on, and between what and what other Nodes gave: on one scale. @param {any} claim @param {any} seen the claim of a result, with its Node, processor and whether it is recorded; or null */
export function history ({ published, recorded }, seen) {
  const rows = [
    ...(published ? [{ name: 'published', beside: `Node ${published.node}`, low: 0, high: published.ratio, order: 'second' }] : []),
    ...(seen ? [{ name: seen.kind === 'recording' ? 'recorded' : 'here, now', beside: `Node ${seen.node.slice(1)}`, low: 0, high: seen.ratio, order: 'first' }] : []),
    ...(seen?.steady ? [steadyRow(seen)] : []),
    ...recorded.map((/** @type {any} */ { node, low, high, machines }) => ({ name: `Node ${node}`, beside: machines === 1 ? '1 machine' : `${machines} machines`, low, high, order: 'line' })),
  ]
  const most = Math.max(1, ...rows.map(({ high }) => high))
  return element('table', { className: 'history' }, rows.map(({ name, beside, low, high, order }) => {
    const bar = element('div', { className: `cost ${order}` })
    bar.style.width = `${100 * (high - low) / most}%`
    bar.style.marginLeft = `${100 * low / most}%`
    return element('tr', {}, [
      element('td', {}, [`${name} `, element('span', { className: 'quiet', textContent: beside })]),
      element('td', { className: 'number', textContent: low === high || low === 0 ? times(high) : `${times(low)} … ${times(high)}` }),
      element('td', { className: 'bars' }, [bar]),
    ])
  }))
}

/** What a long run says, which was recorded. @param {any} claim of a result */
function steadyRow ({ steady, cpu }) {
  const but = [steady.processor !== cpu && 'another processor', steady.stale && 'before a change'].filter(Boolean).map((text) => `, ${text}`).join('')
  return { name: 'steady', beside: `Node ${Number.parseInt(steady.node.replace('v', ''))} after ${significant(steady.cpuSeconds)} s${but}`, low: 0, high: steady.ratio, order: 'first' }
}

/** @param {any} claim */
export function remarks ({ published, until, shown }) {
  const told = []
  if (published) told.push(`Published: ${published.figures}, ${published.metric} (${[published.of, published.packages].filter(Boolean).join(', ')}).`)
  if (until) told.push(`No longer true since Node ${until}.`)
  else if (published && published.asks !== 'the same') told.push(published.asks)
  if (shown) told.push(`It depends on ${shown}.`)
  return told.length ? [element('p', { className: 'quiet', textContent: told.join(' ') })] : []
}
