import starwars from 'starwars-names'
import { defineLab } from '@hotpath-labs/lab'

export default defineLab({
  title: 'A server that never forgets a name',
  question: 'A server gives each visitor a unique name. Why does it run out of memory?',
  answer: 'it keeps each name for ever, and one count per Star Wars name is enough',
  theme: 'memory',
  workshop: { place: 7, minutes: 25, why: 'This lab is about memory, not time. Heap snapshots show which objects stay.' },
  kind: 'heap',
  variants: { slow: 'keeping every name', fast: 'keeping a count per name' },
  workload: { method: 'GET', path: '/', connections: 100, answers: 'unique', findFault },
  requests: 800,
  counters: { entriesSet: { counts: 'Map.prototype.set', atMost: true, slow: 2, fast: 1 } },
  steps: { fast: 'store no name that only one visitor has' },
  givesUp: { fast: 'nobody can look up later which names were given' },
  claims: [
    {
      id: 'leak',
      faster: 'fast',
      than: 'slow',
      metric: 'heap',
      atLeast: 3,
      published: 'A68',
    },
  ],
  hotFrame: { search: 'remember', says: 'which stores the names and is narrow in both programs' },
})

/** Fewest different names in two hundred answers: random draws from 93 names give about 82. */
const FEWEST_NAMES = 65

/** Most that numbers of two hundred answers in a row differ where they are counted, in one row or per name, up to a million visitors. */
const COUNTED_WITHIN = 1000

/** @param {string[]} bodies of some two hundred answers @returns {string | undefined} what is wrong with them */
function findFault (bodies) {
  const answers = bodies.map((body) => body.match(/^Your unique name is: (.+) (\d+)\n$/) ?? [])
  const wrong = answers.findIndex(([, name]) => !starwars.all.includes(name))
  if (wrong >= 0) {
    return `answers ${JSON.stringify(bodies[wrong])}; expected a name of starwars-names and a number, such as "Your unique name is: Yoda 3\\n"`
  }
  const different = new Set(answers.map(([, name]) => name)).size
  if (different < FEWEST_NAMES) return `gives ${bodies.length} visitors only ${different} of the ${starwars.all.length} names`
  const numbers = answers.map(([,, number]) => Number(number))
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  if (most - least > COUNTED_WITHIN) {
    return `gives ${bodies.length} visitors in a row numbers from ${least} to ${most}; expected counted ones, because a drawn one comes twice`
  }
}
