import { basename } from 'node:path'
import { isServerKind } from '@hotpath-labs/lab/manifest.js'
import { makeSubject } from '@hotpath-labs/lab/measure/trial.js'
import { ATTEMPT_VARIANT_NAME, planAnswerCheck } from '@hotpath-labs/lab/plans.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { ServerManifest } from '@hotpath-labs/lab/manifest.js'
 * @import { ServerSubject } from '@hotpath-labs/engine/subjects/server.js'
 */

/** @typedef {{ name: string, text: string }} WrongServer a program that wraps the lab's `fast` and makes one mistake */

/**
 * Mistakes of servers, as the body of a function that gets the request (`req`), the body of that request (`asked`), the right answer
 * (`own`), its own state (`kept`) and the number of the request (`count`). `several`: wrong only in a lab with several right answers.
 *
 * @type {Record<string, { several?: boolean, body: (how: { late: number, usual: string }) => string }>}
 */
const MISTAKES = {
  'the first answer for ever': { several: true, body: () => 'return kept.first ??= own' },
  'an answer kept without its key': { several: true, body: () => 'return kept[req.url.split("/")[1]] ??= own' },
  'an answer kept by a wrong key': { several: true, body: () => 'return kept[req.url.length] ??= own' },
  'the answer of the request before': { several: true, body: () => 'const before = kept.last ?? own; kept.last = own; return before' },
  'a wrong answer to every fiftieth request': { body: () => 'return count % 50 === 49 ? spoil(own) : own' },
  'wrong answers after many requests': { body: ({ late }) => `return count > ${late} ? spoil(own) : own` },
  'another status': { body: () => 'return { ...own, status: 203 }' },
  'another content type': { body: () => 'return { ...own, type: "application/octet-stream" }' },
  'an error on an edge': { body: ({ usual }) => `return ${usual}.includes(req.url) ? own : { ...own, status: 500 }` },
  'an answer without its end': { body: () => 'return { ...own, body: own.body.subarray(0, -1) }' },
}

/**
 * Makes wrong servers out of a lab's `fast`. Each makes one mistake.
 *
 * @param {Lab} lab
 * @returns {WrongServer[]} none for functions
 */
export function makeWrongServers (lab) {
  const { manifest, files } = lab
  if (!isServerKind(manifest.kind)) return []
  const { workload, workloads, maxAgeMs } = /** @type {ServerManifest} */ (manifest)
  const requests = [workload, ...Object.values(workloads)]
  const hasSeveral = Object.keys(maxAgeMs).length > 0 || requests.some(({ randomInputs, draw, answers }) => randomInputs || draw || answers === 'unique')
  const hasEdges = requests.some(({ edgeCases }) => Object.values(edgeCases).some(({ path }) => path))
  const subject = /** @type {ServerSubject} */ (makeSubject(planAnswerCheck(lab, files.fast)))
  const late = Math.floor(subject.countRequestsOfPair(ATTEMPT_VARIANT_NAME) / 2)
  const how = { late, usual: JSON.stringify(requests.map(({ path }) => path)) }
  return Object.entries(MISTAKES)
    .filter(([name, { several }]) => (hasSeveral || !several) && (hasEdges || name !== 'an error on an edge'))
    .map(([name, { body }]) => ({ name, text: wrapServer(basename(files.fast), body(how)) }))
}

/** @param {string} file @param {string} mistake @returns {string} source of a server that answers as the file does, but for the mistake */
function wrapServer (file, mistake) {
  return `import start from './${file}'

const kept = {}
let count = 0

function spoil (own) {
  const body = Buffer.from(own.body)
  body[body.length - 1] ^= 1
  return { ...own, body }
}

function answer (req, own) {
  count++
  ${mistake}
}

export default async () => {
  const server = await start()
  const [listener] = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (req, res) => {
    const { end } = res
    res.writeHead = (status, ...more) => {
      res.statusCode = status
      for (const [name, value] of Object.entries(more.at(-1) ?? {})) res.setHeader(name, value)
      return res
    }
    res.end = (chunk = '', encoding) => {
      const body = Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8')
      const own = { status: res.statusCode, type: res.getHeader('content-type'), body }
      const given = answer(req, own)
      delete res.writeHead
      res.statusCode = given.status
      if (given.type) res.setHeader('content-type', given.type)
      res.setHeader('content-length', given.body.length)
      return end.call(res, given.body)
    }
    listener.call(server, req, res)
  })
  return server
}
`
}
