export { compareBaseAndHead } from './compare.js'
export { BLOCKS_PER_FUNCTION_PROCESS } from './rounds.js'
export { COMPARE_RULE, FALSE_ALARM_RATE } from './rule.js'
export { simulateComparison } from './simulated-rounds.js'
