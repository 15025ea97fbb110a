import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** @param {string} name in uPlot's folder */
const ofUPlot = (name) => readFileSync(require.resolve('uplot/dist/' + name), 'utf8')

/** The library that draws charts, as a page takes it in: read when a page asks for it. */
export const uPlot = {
  get css () {
    return ofUPlot('uPlot.min.css')
  },
  get script () {
    return ofUPlot('uPlot.iife.min.js')
  },
}
