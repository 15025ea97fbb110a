import t from 'tap'
import { listLabNames } from './project.js'
import { findStepToGoOn, loadLabsInOrder, sortLabsByWorkshopPlace } from './timetable.js'

const labAt = (name, place) => /** @type {any} */ ({ name, manifest: place === undefined ? {} : { workshop: { place, minutes: 10, why: 'It teaches.' } } })

t.test('the workshop has every lab of this repository, each at its own place', async (t) => {
  const labs = await loadLabsInOrder()
  t.same(labs.map(({ name }) => name).sort(), listLabNames())
  t.same(labs.map(({ manifest }) => manifest.workshop?.place), labs.map((_, index) => index + 1), 'places count from 1 without a gap')
})

t.test('a lab without a place comes after those of the workshop', async (t) => {
  const labs = [labAt('a'), labAt('b', 2), labAt('c'), labAt('d', 1)]
  t.same(sortLabsByWorkshopPlace(labs).map(({ name }) => name), ['d', 'b', 'a', 'c'])
})

t.test('the lab to go on with is the one that was left, or after a passed one the next', async (t) => {
  const steps = /** @type {any} */ (['a', 'b', 'shown', 'c', 'd'].map((lab) => ({ lab, isDemonstration: lab === 'shown' })))
  const at = (opened, more) => /** @type {any} */ ({ opened: opened && `2026-01-02T${opened}:00:00.000Z`, ...more })
  const find = (progress) => findStepToGoOn(progress, steps)?.lab
  const progress = { a: at('09'), b: at('10'), c: at(null), gone: at('11') }
  t.equal(find(progress), 'b')
  t.equal(find({ ...progress, b: at('10', { passed: '2026' }) }), 'c', 'not a, which stands before')
  t.equal(find({ ...progress, a: at('09', { started: '2026' }) }), 'a', 'one that was only opened does not hide one that was started')
  t.equal(find({ d: at('10', { passed: '2026' }) }), 'a')
  t.equal(find({}), 'a')
})

t.test('two labs at one place are refused with their names', async (t) => {
  t.throws(() => sortLabsByWorkshopPlace([labAt('a', 1), labAt('b', 2), labAt('c', 2)]), {
    code: 'BAD_MANIFEST',
    message: /workshop\.place 2/,
  })
})
