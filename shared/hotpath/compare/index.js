export { compareBaseAndHead } from './compare.js'
export { CompareUsageError } from './failure.js'
export { BLOCKS_PER_FUNCTION_PROCESS } from './rounds.js'
export { COMPARE_RULE } from './rule.js'
