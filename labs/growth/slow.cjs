/** @param {number[]} frontier pages to visit @param {number[][]} links of each page @param {number} budget most pages to take */
module.exports = function crawl (frontier, links, budget) {
  const queue = [...frontier]
  let seen = []
  while (queue.length > 0 && budget-- > 0) {
    const page = queue.shift()
    if (seen.includes(page)) continue
    seen = [...seen, page]
    queue.push(...links[page])
  }
  return seen.join(' ')
}
