/** Functions that write results in a browser, without Node's modules. */
export { hasEnds, intervalTimes, rangeTimes, roundedRatio } from './ratio.js'
export { boundOf, stated } from './statement.js'
export { MARKS, capital, counting, megabytes, metricNamed, percent, secondsTold, significant, times } from './words.js'
