module.exports = function crawl (frontier, links, budget) {
  const queue = [...frontier]
  const known = new Set()
  const seen = []
  for (let next = 0; next < queue.length && budget-- > 0; next++) {
    const page = queue[next]
    if (known.has(page)) continue
    known.add(page)
    seen.push(page)
    queue.push(...links[page])
  }
  return seen.join(' ')
}
