/** Name under which a perf file imports this package. */
const NAME = 'hotpath'

const SERVER = `import { createServer } from 'node:http'
import { KIND } from '${NAME}'

// KEPT
const kept = []

KIND('hello', {
  // start your server on port 0 and return the server, such as: listen: () => app.listen(0)
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

/** Texts of the perf files that `hotpath init` writes, by kind of benchmark. */
export const PERF_FILE_TEMPLATES = {
  fn: {
    label: 'the time of a function',
    text: `import { fn } from '${NAME}'

// put your own function here, or import your function: import { sum } from './sum.js'
function sum (numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

fn('sum', {
  // run is called with each input: here ten random lists of numbers. To choose the inputs yourself: inputs: [[1, 2], [3, 4]]
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
    text: SERVER.replace('KEPT', 'a leak: this array grows with every request').replace('WORK', 'kept.push(request.url)').replaceAll('KIND', 'heap'),
  },
}
