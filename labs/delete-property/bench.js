import Benchmark from 'benchmark'
import { benchFunctions } from 'hotpath/measure'

await benchFunctions(import.meta.dirname, Benchmark)
