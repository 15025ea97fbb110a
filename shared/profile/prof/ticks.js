/** A row of a table of node --prof-process: ticks, their share, their share without libraries, a name. */
const ROW = /^ +(\d+) +[\d.]+% +(?:[\d.]+% +)?(\S.*)$/

/**
 * @param {string} text of node --prof-process
 * @returns {{ ticks: number, unaccounted: number, rows: { ticks: number, name: string }[] }} what used most first: libraries, functions and native code in one list
 */
export function parseTicks (text) {
  const [, ticks = 0, unaccounted = 0] = text.match(/\((\d+) ticks, (\d+) unaccounted/) ?? []
  const [tables] = text.split(/^ \[(?:Summary|Bottom up)/m)
  const rows = tables.split('\n').flatMap((line) => {
    const [, count, name] = line.match(ROW) ?? []
    return name ? [{ ticks: Number(count), name }] : []
  })
  return { ticks: Number(ticks), unaccounted: Number(unaccounted), rows: rows.sort((a, b) => b.ticks - a.ticks) }
}
