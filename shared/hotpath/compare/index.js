export { compareSides } from './compare.js'
export { CompareUsageError } from './failure.js'
export { FUNCTION_BLOCKS } from './rounds.js'
export { COMPARE_RULE } from './rule.js'
