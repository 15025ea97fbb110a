import { timeCommandsOfLab } from '@hotpath-labs/lab/bench'

// the pull requests start their command lines 20 and 25 times
await timeCommandsOfLab(import.meta.dirname)
