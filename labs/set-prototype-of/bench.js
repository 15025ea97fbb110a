import Benchmark from 'benchmark'
import { benchFunctions } from '../../shared/measure/in-one-process.js'

await benchFunctions(import.meta.dirname, Benchmark)
