import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** @param {string} name in uPlot's folder */
const readUPlot = (name) => readFileSync(require.resolve(`uplot/dist/${name}`), 'utf8')

/** Files of uPlot, the library that draws moving charts. Getters read the files only when a page needs them. */
export const UPLOT_FILES = {
  get css () {
    return readUPlot('uPlot.min.css')
  },
  get script () {
    return readUPlot('uPlot.iife.min.js')
  },
}

/** URLs of the modules for a page with moving charts. Each module follows the modules that it imports. */
export const CHART_MODULE_URLS = ['scale.js', 'moving.js'].map((name) => new URL(name, import.meta.url))

/**
 * Joins modules into one script. Names at their top level must be unique, and a module must follow the modules that it imports.
 *
 * @param {URL[]} modules
 * @returns {string} JavaScript
 */
export function inlineModules (modules) {
  return modules.map((file) => readFileSync(file, 'utf8').replace(/^import .*\n/gm, '').replace(/^export /gm, '')).join('\n')
}
