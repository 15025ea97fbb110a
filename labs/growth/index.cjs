module.exports = function crawl (frontier, links, budget) {
  const queue = [...frontier]
  let seen = []
  for (let next = 0; next < queue.length && budget-- > 0; next++) {
    const page = queue[next]
    if (seen.includes(page)) continue
    seen = [...seen, page]
    queue.push(...links[page])
  }
  return seen.join(' ')
}
