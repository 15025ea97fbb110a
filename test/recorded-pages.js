import { readFileSync } from 'node:fs'
import { loadNamedLab as lab } from '@hotpath-labs/lab/project/timetable.js'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { diagnoseExamination } from '@hotpath-labs/profile/doctor/rules.js'
import { renderDoctorPage } from '@hotpath-labs/profile/doctor/page.js'
import { createFlamePageData } from '@hotpath-labs/profile/flame/data.js'
import { renderFlamePage } from '@hotpath-labs/profile/flame/page.js'
import { renderHeapPage } from '@hotpath-labs/profile/heap/page.js'
import { buildFlameTree } from '@hotpath-labs/profile/flame/tree.js'
import { ROOT } from './cli.js'

/** Requests in the recorded profiles; frames under 0.4 % were added to their callers. */
const OPERATIONS = { slow: 13_320, fast: 77_237 }

const read = (/** @type {string} */ file) => readFileSync(join(ROOT, file), 'utf8')

/** Every page that the project makes, of what has been recorded: nothing is measured for them. */
export const PAGES = {
  async doctor () {
    const recorded = JSON.parse(read('shared/profile/doctor/recorded.json'))
    const sides = [recorded['memory-leak slow'], recorded['memory-leak fast']]
    return renderDoctorPage(planClaims(await lab('memory-leak')), sides, sides.map(diagnoseExamination))
  },
  async flame () {
    const profiled = await lab('http-baseline')
    const profiles = JSON.parse(read('test/fixtures/pages/flame.json').replaceAll('ROOT/', pathToFileURL(ROOT).href))
    return renderFlamePage(createFlamePageData(planClaims(profiled), Object.entries(OPERATIONS).map(([variant, operations]) => buildFlameTree(profiles[variant], { variant, operations, folder: profiled.folder })), 'per request', 22))
  },
  async heap () {
    const files = ['slow', 'fast'].flatMap((variant) => ['before', 'during', 'after'].map((when) => `${variant}-${when}.heapsnapshot`))
    return renderHeapPage(planClaims(await lab('memory-leak')), JSON.parse(read('test/fixtures/pages/heap.json')), files, '/')
  },
}
