export { formatJsonForScript, escapeHtml } from './data.js'
export { hashForContentSecurityPolicy, renderPage } from './frame.js'
export { renderReportPage } from './report/report.js'
export { CHART_MODULE_URLS, UPLOT_FILES } from './chart/uplot.js'
export { VERSIONS_PAGE_FILE, README_PICTURE_FILE, renderVersionPages } from './versions/pages.js'
export { drawClaimChart } from './versions/versions-svg.js'
export { drawLabChart } from './lab/chart.js'

/**
 * @typedef {import('./report/report.js').Reported} Reported
 */
