import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { encodeAnswer } from 'hotpath/internal/worker/encode.mjs'
import { resolveHotpathImports } from 'hotpath/internal/worker/own-package.mjs'
import { SHAPE_NAMES, formatShapePerfFile, listShapeCells } from './shapes.js'

resolveHotpathImports()

/** @param {string} folder @param {string} shape @param {number} ratio @returns {Promise<unknown[]>} encoded answers, each of two calls */
async function ask (folder, shape, ratio) {
  const file = join(folder, `${shape.replaceAll(' ', '-')}-${ratio}.mjs`)
  writeFileSync(file, formatShapePerfFile({ shape, ratio }))
  await import(pathToFileURL(file).href)
  /** @type {any} */
  const shared = globalThis
  const [{ options }] = shared[Symbol.for('hotpath.benchmarks')].splice(0)
  const { inputs, run, answer = (value) => value } = options
  const answers = []
  for (const input of typeof inputs === 'function' ? inputs() : inputs) {
    for (let call = 0; call < 2; call++) answers.push(encodeAnswer(answer(await run(input))))
  }
  return answers
}

t.test('sixty programs answer the same, whatever their work', async (t) => {
  const folder = t.testdir()
  t.equal(SHAPE_NAMES.length, 60)
  for (const shape of SHAPE_NAMES) {
    const answers = await ask(folder, shape, 1)
    t.strictSame(await ask(folder, shape, 2), answers, shape)
    for (let index = 0; index < answers.length; index += 2) t.strictSame(answers[index], answers[index + 1], `${shape} answers the same again`)
  }
})

t.test('all are compared at 1 and 2, twelve at 1.1, and twelve on another Node', async (t) => {
  const count = (ratio) => listShapeCells({ isOtherNode: false }).filter((cell) => cell.ratio === ratio).length
  t.strictSame([1, 1.1, 2].map(count), [60, 12, 60])
  const others = listShapeCells({ isOtherNode: true })
  t.equal(others.length, 12)
  t.ok(others.every(({ ratio }) => ratio === 2))
  t.strictSame(listShapeCells({ isOtherNode: false, filter: 'closures as answer' }).map(({ shape }) => shape), ['closures as answer', 'closures as answer'])
})
