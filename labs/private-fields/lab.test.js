import t from 'tap'
import { testLab } from 'hotpath/measure'
import { assertHolds } from 'hotpath/report'

assertHolds(t, await testLab(import.meta.dirname))
