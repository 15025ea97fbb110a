export { compareSides } from './compare.js'
export { CompareUsageError } from './failure.js'
