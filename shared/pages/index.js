export { renderCurvePage } from './curve/page.js'
export { asScript, escapeHtml } from './data.js'
export { hashText, renderPage } from './frame.js'
export { renderCurveFigures } from './report/curves.js'
export { renderReportPage } from './report/report.js'
export { CHART_MODULES, uPlot } from './chart/uplot.js'
export { drawTerminal } from './terminal.js'
export { PAGE, PICTURE, renderVersionPages } from './versions/pages.js'
export { drawClaim } from './versions/versions-svg.js'
export { drawLabChart } from './lab/chart.js'

/**
 * @typedef {import('./curve/page.js').Mark} Mark
 * @typedef {import('./report/report.js').Reported} Reported
 */
