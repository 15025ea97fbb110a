/** Pattern of a row that node --prof-process prints: ticks, one or two percentages, and a function's name. */
const ROW = /^ +(\d+) +[\d.]+% +(?:[\d.]+% +)?(\S.*)$/

/**
 * Parses the output of node --prof-process, which counts V8's samples (ticks) per function.
 *
 * @param {string} text
 * @returns {{ ticks: number, unaccounted: number, rows: [name: string, ticks: number][] }} libraries, functions and native code in one list
 */
export function parseProfTicks (text) {
  const [, ticks = 0, unaccounted = 0] = text.match(/\((\d+) ticks, (\d+) unaccounted/) ?? []
  const [tables] = text.split(/^ \[(?:Summary|Bottom up)/m)
  /** @type {[name: string, ticks: number][]} */
  const rows = []
  for (const line of tables.split('\n')) {
    const [, count, name] = line.match(ROW) ?? []
    if (name) rows.push([name, Number(count)])
  }
  return { ticks: Number(ticks), unaccounted: Number(unaccounted), rows }
}
