import t from 'tap'
import { testLab, assertHolds } from '@hotpath-labs/lab/test'

assertHolds(t, await testLab(import.meta.dirname))
