import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** @param {string} name in uPlot's folder */
const readUPlot = (name) => readFileSync(require.resolve(`uplot/dist/${name}`), 'utf8')

/** Files of uPlot, a library that draws charts in a browser. Getters read each file only when a page needs the file. */
export const UPLOT_FILES = {
  get css () {
    return readUPlot('uPlot.min.css')
  },
  get script () {
    return readUPlot('uPlot.iife.min.js')
  },
}

/** URLs of the modules that a page with uPlot charts needs. A module comes after the modules that it imports. */
export const CHART_MODULE_URLS = ['scale.js', 'moving.js'].map((name) => new URL(name, import.meta.url))

/**
 * Joins modules into one script. No two modules may declare the same top-level name. A module must come after the modules that it imports.
 *
 * @param {URL[]} modules
 * @returns {string} JavaScript
 */
export function inlineModules (modules) {
  return modules.map((file) => readFileSync(file, 'utf8').replace(/^import .*\n/gm, '').replace(/^export /gm, '')).join('\n')
}
