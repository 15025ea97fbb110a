/** What the pages of a browser need to say a result; nothing of Node. */
export { hasEnds, intervalTimes, rangeTimes, roundedRatio } from './ratio.js'
export { boundOf, stated } from './statement.js'
export { MARKS, capital, counting, megabytes, metricNamed, percent, secondsTold, significant, times } from './words.js'
