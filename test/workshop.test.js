import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'
import t from 'tap'
import { loadLabsInOrder, planLabPhases } from '@hotpath-labs/lab/project/timetable.js'
import { WORKSHOP_PLANS, planSchedule } from '@hotpath-labs/figures/workshop.js'
import { ROOT } from './cli.js'

const labs = await loadLabsInOrder()

t.test('the minutes of each timetable add up to its frame, without a gap', async (t) => {
  t.same(Object.values(WORKSHOP_PLANS).map(({ minutes }) => minutes), [90, 240, 240, 420])
  for (const [name, { minutes, parts }] of Object.entries(WORKSHOP_PLANS)) {
    const slots = await planSchedule(name)
    let clock = 0
    for (const { start, minutes, what, phases } of slots) {
      t.equal(start, clock, `${name}: ${what}`)
      if (phases) t.equal(phases.reduce((sum, part) => sum + part, 0), minutes, `${name}: phases of ${what}`)
      clock += minutes
    }
    t.equal(clock, minutes, name)
    const shown = parts.filter((part) => typeof part === 'string')
    const inOrder = labs.map((lab) => lab.name).filter((lab) => shown.includes(lab))
    t.same(shown, inOrder, `${name}: labs in the order of the workshop`)
  }
})

t.test('phases are whole minutes, at least one each', async (t) => {
  const split = (minutes) => planLabPhases(minutes).map((phase) => phase.minutes)
  t.same(split(25), [3, 3, 5, 10, 2, 2])
  t.same(split(10), [1, 1, 2, 4, 1, 1])
  for (let minutes = 10; minutes <= 60; minutes++) t.equal(split(minutes).reduce((sum, part) => sum + part, 0), minutes)
})

t.test('the container has a Node that the project runs on, and installs what is locked', async (t) => {
  const { image, postCreateCommand, postAttachCommand } = JSON.parse(readFileSync(join(ROOT, '.devcontainer/devcontainer.json'), 'utf8'))
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const [, major] = image.match(/:(\d+)-/)
  t.ok(semver.satisfies(`${major}.0.0`, engines.node))
  t.match(postCreateCommand, /install --frozen-lockfile/)
  t.equal(postAttachCommand, 'node . lab', 'and opens the next lab')
})
