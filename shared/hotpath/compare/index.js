export { compareSides } from './compare.js'
export { CompareUsageError } from './failure.js'
export { COMPARE_RULE } from './rule.js'
