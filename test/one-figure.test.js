import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { resolveLabFolder, listLabNames } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { listFiguresByNode, NEWEST_LTS_MAJOR, collectRecordedClaims } from '@hotpath-labs/records/figures/figures.js'
import { capitalize } from '@hotpath-labs/terminal/numbers.js'
import { ROOT } from './cli.js'

const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), 'utf8')

const labs = await Promise.all(listLabNames().map(async (name) => {
  const lab = await loadLab(String(resolveLabFolder(name)))
  const claims = collectRecordedClaims(lab).map((recorded) => {
    const figures = new Map(listFiguresByNode(recorded).map(({ node, text }) => [node, text]))
    return { id: recorded.claim.id, says: capitalize(recorded.says), figures }
  })
  return { name, lab, claims }
}))

/** @param {string} page @returns {string[][]} the cells of every row of its tables */
const rowsOf = (page) => page.split('\n').filter((line) => line.startsWith('| ')).map((line) => line.slice(2, -2).split(/(?<!\\) \| /).map((cell) => cell.trim()))

t.test('a claim on a Node has one figure, on every page', async (t) => {
  const [all, thenAndNow] = [rowsOf(read('docs/all-labs.md')), rowsOf(read('docs/then-and-now.md'))]
  let lab = ''
  const named = all.map((cells) => {
    lab = cells[0].match(/^\[([\w-]+)\]/)?.[1] ?? lab
    return { lab, says: cells[2], figure: cells[3] }
  })
  for (const { name, claims } of labs) {
    const table = rowsOf(read(`labs/${name}/README.md`))
    const nodes = (table.find(([first]) => first === 'claim') ?? []).slice(1).map((head) => Number(head.replace('Node ', '')))
    for (const { id, says, figures } of claims) {
      const row = table.find(([first]) => first.startsWith(`**${id}**`))
      t.same(row?.slice(1), nodes.map((node) => figures.get(node) ?? '–'), `${name} ${id} on its own page`)
      const now = figures.get(NEWEST_LTS_MAJOR)
      for (const one of named.filter((one) => one.lab === name && one.says === says)) t.equal(one.figure, now ?? '–', `${name} ${id} among all labs`)
      if (now) for (const cells of thenAndNow.filter((cells) => cells[0] === `[${name}](../labs/${name})` && cells[1].startsWith(says))) t.equal(cells[3], now, `${name} ${id} then and now`)
    }
  }
})
