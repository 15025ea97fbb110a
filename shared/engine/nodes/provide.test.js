import t from 'tap'
import { isVersionRequest, isNodeTooOld, findNewestLtsMajor, findNearestVersion, findNewestMatchingVersion } from './provide.js'

const VERSIONS = ['6.17.1', '20.1.0', '20.11.0', '20.11.1', '25.0.0', '26.0.0-rc.1', '24.2.0']
const TODAY = new Date('2026-01-15')

t.test('requests for a version: numbers, lts and current', async (t) => {
  for (const text of ['20', '20.11', '20.11.0', 'v20', 'lts', 'current']) t.ok(isVersionRequest(text), text)
  for (const text of ['', 'banana', '20.x', '20.11.0.1', '>=20', 'LTS', './20']) t.notOk(isVersionRequest(text), text)
})

for (const [request, version] of [['20', '20.11.1'], ['v20.11', '20.11.1'], ['20.11.0', '20.11.0'], ['lts', '24.2.0'], ['current', '25.0.0'], ['26', undefined], ['20.12', undefined]]) {
  t.test(`${request} is ${version}`, async (t) => t.equal(findNewestMatchingVersion(String(request), VERSIONS, TODAY), version))
}

for (const [request, version] of [['99', '25.0.0'], ['20.99', '20.11.1'], ['7', '6.17.1'], ['6.1', '6.17.1']]) {
  t.test(`the nearest to ${request} is ${version}`, async (t) => t.equal(findNearestVersion(request, VERSIONS), version))
}

for (const [day, major] of [['2025-10-27', 22], ['2025-10-28', 24], ['2026-10-27', 24], ['2026-10-28', 26], ['2027-05-01', 26], ['2027-11-01', 27], ['2028-01-01', 27]]) {
  t.test(`on ${day} the newest LTS is ${major}`, async (t) => t.equal(findNewestLtsMajor(new Date(day)), major))
}

t.test('a request that only matches versions before the oldest is too old', async (t) => {
  for (const request of ['0.12', '4', 'v5', '6.0', '6.0.3']) t.ok(isNodeTooOld(request), request)
  for (const request of ['6', '6.1', '6.1.0', '20']) t.notOk(isNodeTooOld(request), request)
})
