import { defineLab } from '@hotpath-labs/lab'

const post = { method: 'POST', path: '/names', headers: { 'content-type': 'text/plain' }, connections: 1 }
const hostile = { label: 'hostile names', ...post, body: `${'a'.repeat(22)}!`, requests: 1 }

export default defineLab({
  title: 'A regular expression that never ends',
  question: 'A form checks a name of 23 characters. Why does the whole server stop?',
  answer: 'the expression tries each way to cut the name into parts, and every letter doubles their number',
  theme: 'event loop',
  workshop: { place: 24, minutes: 20, why: 'One request blocks the event loop again. This time a visitor chooses for how long.' },
  kind: 'server',
  variants: { slow: 'a nested quantifier', linear: 'a linear expression', fast: 'a linear expression after a length check' },
  blocks: 3,
  // slow spends 30 ms a request in its expression: more requests make it no faster
  warmUp: { slow: 8, linear: 400, fast: 400 },
  workload: {
    ...hostile,
    // one request with the linear expression is too short to be timed: it took five pairs to tell a ratio of 27 from 3
    requests: 4,
    edgeCases: {
      'a valid name': { body: 'ada-lovelace.1815' },
      'a hyphen at the end': { body: 'ada-' },
      'two hyphens': { body: 'ada--lovelace' },
      'a hundred characters': { body: 'a'.repeat(100) },
      'a hundred and one characters': { body: 'a'.repeat(101) },
      'no name': { body: '' },
      'a name in the second of two lines': { body: '-\nada' },
      'a line end at the end': { body: 'ada\n' },
      // slow would take hours, and so would a program that knows only the hostile name of the lab
      'another hostile name': { body: `${'b'.repeat(40)}--`, answer: '{"valid":false}' },
    },
    // never long and wrong at once: nested quantifiers would take years
    randomInputs: (fc) => fc.oneof(
      fc.array(fc.constantFrom('a', 'z', '0', '-', '.', 'A', '_', '\n', 'é'), { maxLength: 10 }).map((characters) => characters.join('')),
      fc.tuple(fc.constantFrom('a', 'a-', 'b.c'), fc.nat({ max: 70 })).map(([part, times]) => part.repeat(times)),
      fc.integer({ min: 99, max: 102 }).map((length) => 'a'.repeat(length))
    ).map((body) => ({ body })),
  },
  workloads: {
    hostile,
    ping: { label: 'pings during a hostile name', method: 'GET', path: '/ping', connections: 20, everyMs: 1, requests: 60, background: 'hostile' },
    long: { label: 'names of a million characters', ...post, body: 'abcdefghi-'.repeat(100_000), requests: 4 },
  },
  lesson: 'others',
  steps: {
    linear: 'write an expression that can match in one way only',
    fast: 'look at the length before anything else',
  },
  claims: [
    { id: 'hostile', faster: 'linear', than: 'slow', metric: 'cpu', atLeast: 3 },
    { id: 'others', faster: 'linear@ping', than: 'slow@ping', metric: 'p50', atLeast: 3 },
    { id: 'length', faster: 'fast@long', than: 'linear@long', metric: 'cpu', atLeast: 1.05 },
  ],
  hotFrame: { search: 'RegExp', says: 'which is the expression, and runs in V8\'s own code' },
})
