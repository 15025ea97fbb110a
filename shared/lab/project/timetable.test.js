import t from 'tap'
import { listLabNames } from './project.js'
import { findLastOpenedLab, loadLabsInOrder, sortLabsByWorkshopPlace } from './timetable.js'

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

t.test('the lab that was opened last is the one that was left', async (t) => {
  const at = (opened) => /** @type {any} */ ({ opened })
  const progress = { a: at('2026-01-02T09:00:00.000Z'), b: at('2026-01-02T10:00:00.000Z'), c: at(null), gone: at('2026-01-03T10:00:00.000Z') }
  t.equal(findLastOpenedLab(progress, ['a', 'b', 'c', 'd']), 'b')
  t.equal(findLastOpenedLab({}, ['a']), undefined)
})

t.test('two labs at one place are refused with their names', async (t) => {
  t.throws(() => sortLabsByWorkshopPlace([labAt('a', 1), labAt('b', 2), labAt('c', 2)]), {
    code: 'BAD_MANIFEST',
    message: /workshop\.place 2/,
  })
})
