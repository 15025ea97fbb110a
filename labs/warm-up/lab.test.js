import t from 'tap'
import { testLab } from '../../shared/measure/test-lab.js'
import { assertHolds } from '../../shared/report/tap.js'

assertHolds(t, await testLab(import.meta.dirname))
