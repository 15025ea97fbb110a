/**
 * A shape of values that programs make and return. Each part is the source of a function.
 *
 * @typedef {object} Shape
 * @property {string} [setup] declarations for the other parts
 * @property {string} make a value from a whole number
 * @property {string} read reads a value, and returns a number
 * @property {string} [input] makes a value that can be read again and again, where `make` cannot
 * @property {string} [answer] what `hotpath compare` compares of a value, where it cannot compare the value itself
 * @property {boolean} [isAsync] true if a value has to be awaited
 */

/** @param {string} item source of the item at `at` of the sum @param {string} [count] source */
const sumItems = (item, count = 'value.length') => `(value) => { let sum = 0; for (let at = 0; at < ${count}; at++) sum += ${item}; return sum }`

/** @type {Record<string, Shape>} */
const SHAPES = {
  'objects of 5 properties': {
    make: "(i) => ({ id: i, name: 'a name', price: i / 3, isNew: true, parent: null })",
    read: '(value) => value.id + value.price + value.name.length',
  },
  'objects of 50 properties': {
    setup: 'const KEYS = Array.from({ length: 50 }, (_, index) => "property_" + index)',
    make: '(i) => { const value = {}; for (const key of KEYS) value[key] = i; return value }',
    read: '(value) => { let sum = 0; for (const key of KEYS) sum += value[key]; return sum }',
  },
  'objects of 600 properties': {
    setup: 'const KEYS = Array.from({ length: 600 }, (_, index) => "column_" + index)',
    make: "(i) => { const value = {}; for (let at = 0; at < 600; at++) value[KEYS[at]] = at % 2 ? i : 'a text'; return value }",
    read: '(value) => { let sum = 0; for (let at = 1; at < 600; at += 2) sum += value[KEYS[at]]; return sum }',
  },
  'instances of a class': {
    setup: 'class Vector { #length = 0; constructor (x, y) { this.x = x; this.y = y; this.#length = Math.hypot(x, y) } get length () { return this.#length } }',
    make: '(i) => new Vector(i, i / 2)',
    read: '(value) => value.length + value.x',
  },
  'arrays of doubles': {
    make: '(i) => Array.from({ length: 50 }, (_, at) => (i + at) / 3)',
    read: sumItems('value[at]'),
  },
  'arrays of objects': {
    make: '(i) => { const value = []; for (let at = 0; at < 20; at++) value.push({ id: i, at }); return value }',
    read: sumItems('value[at].id'),
  },
  Maps: {
    make: '(i) => { const value = new Map(); for (let at = 0; at < 12; at++) value.set("key " + at, i); return value }',
    read: "(value) => value.get('key 3') + value.get('key 7')",
  },
  Sets: {
    make: '(i) => { const value = new Set(); for (let at = 0; at < 12; at++) value.add(i + at); return value }',
    read: '(value) => { let sum = 0; for (const item of value) sum += item; return sum }',
  },
  'flat strings': {
    make: "(i) => Buffer.from('number ' + i + ' and some more text').toString('latin1')",
    read: sumItems('value.charCodeAt(at)'),
  },
  'sliced strings': {
    setup: "const TEXT = Buffer.alloc(4000, 'a text of forty characters, no more. ').toString('latin1')",
    make: '(i) => TEXT.slice(i % 1000, i % 1000 + 60)',
    read: sumItems('value.charCodeAt(at)'),
  },
  'joined strings': {
    make: "(i) => { let value = ''; for (let at = 0; at < 12; at++) value += 'part ' + i + ', '; return value }",
    read: "(value) => value.indexOf('part', 30) + value.length",
  },
  'typed arrays': {
    make: '(i) => new Float64Array(64).fill(i / 3)',
    read: sumItems('value[at]'),
  },
  Buffers: {
    make: "(i) => Buffer.alloc(300, 'text ' + i)",
    read: sumItems('value[at]'),
  },
  'large Buffers': {
    make: "(i) => Buffer.alloc(40_000, 'a text')",
    read: '(value) => value[0] + value[value.length - 1]',
  },
  closures: {
    make: '(i) => { const list = [i, i + 1]; return (x) => list[x & 1] + x }',
    read: '(value) => value(1) + value(2)',
    answer: '(value) => value(1)',
  },
  errors: {
    make: "(i) => new RangeError('value ' + i + ' is too large')",
    read: '(value) => value.message.length',
  },
  'objects with getters': {
    make: '(i) => ({ price: i, count: 3, get total () { return this.price * this.count } })',
    read: '(value) => value.total + value.price',
  },
  'frozen objects': {
    make: "(i) => Object.freeze({ id: i, name: 'a name', tags: Object.freeze(['one', 'two']) })",
    read: '(value) => value.id + value.tags.length',
  },
  promises: {
    setup: 'const later = async (i) => { await null; return i }',
    make: '(i) => later(i)',
    read: '(value) => value',
    isAsync: true,
  },
  generators: {
    setup: 'function * count (i) { for (let at = 0; at < 10; at++) yield i + at }',
    make: '(i) => count(i)',
    read: '(value) => { let sum = 0; for (const item of value) sum += item; return sum }',
    input: '(i) => ({ [Symbol.iterator]: () => count(i) })',
    answer: '(value) => typeof value.next',
  },
}

/** What a program does with the values: it gets them, returns one, or throws all away. */
const ROLES = /** @type {const} */ (['input', 'answer', 'garbage'])

/** Values that the cheaper program reads or makes in a call. */
const VALUES_PER_CALL = 10

/** Ratios of the two programs' work. At 1.1 only every fifth program is tested, as on other versions of Node. */
const RATIOS = { all: [1, 2], some: 1.1, otherNode: 2 }
const EVERY = 5

/** @typedef {{ shape: string, ratio: number }} ShapeCell */

/** All programs, such as "Maps as input". */
export const SHAPE_NAMES = Object.keys(SHAPES).flatMap((kind) => ROLES.map((role) => `${kind} as ${role}`))

/**
 * @param {{ isOtherNode: boolean, filter?: string }} limits `filter`: text in a name
 * @returns {ShapeCell[]} each program with each ratio
 */
export function listShapeCells ({ isOtherNode, filter = '' }) {
  const some = SHAPE_NAMES.filter((_, index) => index % EVERY === 0)
  const list = (/** @type {string[]} */ shapes, /** @type {number} */ ratio) => shapes.map((shape) => ({ shape, ratio }))
  const cells = isOtherNode
    ? list(some, RATIOS.otherNode)
    : [...RATIOS.all.flatMap((ratio) => list(SHAPE_NAMES, ratio)), ...list(some, RATIOS.some)]
  return cells.filter(({ shape }) => shape.includes(filter))
}

/**
 * Writes the source of a perf file. Both sides have the same answers, whatever their work.
 *
 * @param {ShapeCell} cell `ratio`: of its work to the work of the cheaper program
 * @returns {string}
 */
export function formatShapePerfFile ({ shape, ratio }) {
  const [kind, role] = shape.split(' as ')
  const { setup = '', make, read, input = 'make', answer, isAsync = false } = SHAPES[kind]
  const [async, wait] = isAsync ? ['async ', 'await '] : ['', '']
  const loop = (/** @type {string} */ body) => `for (let i = 0; i < ${Math.round(VALUES_PER_CALL * ratio)}; i++) { ${body} }`
  const bodies = {
    input: [`inputs: () => [Array.from({ length: ${VALUES_PER_CALL} }, (_, i) => makeInput(i))]`, `let sum = 0; ${loop(`sum += read(${wait}seed[i % ${VALUES_PER_CALL}])`)} return sum !== -1`],
    answer: ['inputs: [1, 2, 3]', `${loop(`kept[i % ${VALUES_PER_CALL}] = ${wait}make(seed + i % ${VALUES_PER_CALL})`)} return kept[${VALUES_PER_CALL - 1}]`],
    // the value is kept for a moment, otherwise V8 may never make it
    garbage: ['inputs: [1, 2, 3]', `let sum = 0; ${loop(`kept[0] = ${wait}make(seed + i % ${VALUES_PER_CALL}); sum += read(kept[0])`)} return sum !== -1`],
  }
  const [inputs, body] = bodies[/** @type {keyof typeof bodies} */ (role)]
  return `import { fn } from 'hotpath'
${setup}
const make = ${make}
const makeInput = ${input}
const read = ${read}
const kept = []
fn('probe', { ${inputs}, run: ${async}(seed) => { ${body} }${answer && role === 'answer' ? `, answer: ${answer}` : ''} })
`
}
