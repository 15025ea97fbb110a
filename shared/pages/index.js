export { curvePage } from './curve/page.js'
export { asScript, escaped } from './data.js'
export { hashed, page } from './frame.js'
export { curveFigures } from './report/curves.js'
export { reportPage } from './report/report.js'
export { CHART_MODULES, uPlot } from './chart/uplot.js'
export { PAGE, PICTURE, pagesOf } from './versions/pages.js'
export { claimSvg } from './versions/versions-svg.js'

/**
 * @typedef {import('./curve/page.js').Mark} Mark
 * @typedef {import('./report/report.js').Reported} Reported
 */
