/** Name of this package, as perf files import it. */
const NAME = 'hotpath'

const SERVER = `import { createServer } from 'node:http'
import { KIND } from '${NAME}'

// KEPT
const kept = []

KIND('hello', {
  // starts your server on port 0 and returns it: listen: () => app.listen(0)
  listen () {
    const server = createServer((request, response) => {
      WORK
      response.end(JSON.stringify({ hello: 'world' }))
    })
    return server.listen(0)
  },
  requests: ['/'],
})
`

/** First perf files, by what they compare. */
export const TEMPLATES = {
  fn: {
    label: 'the time of a function',
    text: `import { fn } from '${NAME}'

// your function, or: import { sum } from './sum.js'
function sum (numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

fn('sum', {
  // ten lists of numbers, the same on both sides; or a list of your own: inputs: [[1, 2], [3, 4]]
  inputs: (random) => Array.from({ length: 10 }, () => Array.from({ length: 1000 }, () => random.int(1, 100))),
  run: (numbers) => sum(numbers),
})
`,
  },
  server: {
    label: 'the CPU time of a server\'s requests',
    text: SERVER.replace(/\/\/ KEPT\n.*\n\n/, '').replace(/ +WORK\n/, '').replaceAll('KIND', 'server'),
  },
  heap: {
    label: 'a server\'s memory: does it leak?',
    text: SERVER.replace('KEPT', 'a leak: it grows with every request').replace('WORK', 'kept.push(request.url)').replaceAll('KIND', 'heap'),
  },
}
