import Benchmark from 'benchmark'
import { runBenchmarkJsOnLab } from '@hotpath-labs/lab/bench'

await runBenchmarkJsOnLab(import.meta.dirname, Benchmark)
