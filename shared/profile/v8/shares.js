import { sep } from 'node:path'
import { WIDTH } from 'hotpath/report'
import { ROOT } from '@hotpath-labs/project'

/** Rows of a table in the terminal. */
const SHOWN = 10

/**
 * @param {import('hotpath/lab').Lab} lab
 * @param {{ name: string, count: number }[]} rows the most first
 * @param {number} of all of them together
 * @returns {string[]} lines with shares, for those that have one percent at least
 */
export function shareLines ({ folder }, rows, of) {
  return rows.slice(0, SHOWN).filter(({ count }) => count * 100 >= of)
    .map(({ name, count }) => `${(100 * count / of).toFixed(0).padStart(4)} %  ${shortened(name, folder)}`.slice(0, WIDTH))
}

/** Without the folders that say nothing: up to the lab's own, or to a package's. @param {string} name @param {string} folder */
function shortened (name, folder) {
  return name.replaceAll(folder + sep, '').replaceAll(ROOT, '').replace(/(?:file:\/\/)?\S*node_modules[\\/]/, '')
}
