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
