/** A full array gets room for half as many entries more, and 16,384 are too many. */
const MOST = 10_000

module.exports = function crawl (frontier, links, budget) {
  const pieces = []
  for (let at = 0; at < frontier.length; at += MOST) pieces.push(frontier.slice(at, at + MOST))
  let seen = []
  while (pieces.length > 0 && budget-- > 0) {
    const page = pieces[0].shift()
    if (pieces[0].length === 0) pieces.shift()
    if (seen.includes(page)) continue
    seen = [...seen, page]
    for (const link of links[page]) {
      if (pieces.length === 0 || pieces[pieces.length - 1].length === MOST) pieces.push([])
      pieces[pieces.length - 1].push(link)
    }
  }
  return seen.join(' ')
}
