import Benchmark from 'benchmark'
import { runBenchmarkJsOnLab } from 'hotpath/measure'

await runBenchmarkJsOnLab(import.meta.dirname, Benchmark)
