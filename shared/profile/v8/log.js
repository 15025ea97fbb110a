import { fileURLToPath } from 'node:url'
import { logFileFlag } from './main-log.js'

/** Flags that make V8 write the log that is read here. Its lines are the same from Node 18 to 26, where those of --trace-opt and --trace-deopt are not, and name file and line; `keepMainLog` brings it to its place. @param {string} file absolute */
export const logFlags = (file) => ['--log-code', '--log-deopt', '--log-source-code', logFileFlag(file)]

/** @param {import('../tools.js').Context} context */
export function cannotRead ({ nodeMajor }) {
  return nodeMajor < 18 ? `This tool needs Node 18 or newer, and this is Node ${nodeMajor}. Leave --node out, or use --tool prof.` : undefined
}

/** How V8 marks what it has compiled; `o` before it is code that took over in the middle of a loop (OSR), `'` after it is made for one closure. */
const TIERS = /** @type {const} */ ({ '~': 'ignition', '^': 'sparkplug', '+': 'maglev', '*': 'turbofan' })

/** A function's name may hold blanks, and so may a path: the path begins like one. */
const NAME_AND_PLACE = /^(.*?) ?((?:file:\/\/|node:|\/|[a-zA-Z]:[\\/]).*):(\d+):(\d+)$/s

/**
 * @typedef {'ignition' | 'sparkplug' | 'maglev' | 'turbofan'} Tier
 * @typedef {{ file: string, line: number, column: number }} Place `file` is a path, or node:… for Node's own
 *
 * @typedef {object} Compiled one piece of code
 * @property {Tier} tier
 * @property {number} us when, in µs after V8 began
 * @property {Fn[]} inlined functions that are part of it, each as often as it is
 *
 * @typedef {object} Fn a function as it stands in the source
 * @property {string} name empty where it has none
 * @property {Place} place
 * @property {number | undefined} script V8's number of the file
 * @property {Compiled[]} codes in the order in which they were made
 *
 * @typedef {object} Deopt code that met what it was not made for, and was thrown away or left
 * @property {Fn} fn whose code it was
 * @property {number} us when, in µs after V8 began
 * @property {Tier} tier
 * @property {string} kind such as eager, lazy, dependency-change
 * @property {string} reason in V8's words
 * @property {Place | undefined} at what the code did not expect
 * @property {Place[]} inlinedAt the calls by which that had been inlined, from the inside out
 */

/**
 * @param {string} text of V8's log
 * @returns {{ functions: Fn[], deopts: Deopt[], shared: Map<string, Fn> }} every function that has run; `shared` by the address that V8's traces name it by
 */
export function parseLog (text) {
  /** @type {Map<string, string>} */
  const scripts = new Map()
  /** @type {Map<string, Fn>} */
  const functions = new Map()
  /** @type {Map<string, Fn>} */
  const shared = new Map()
  /** @type {Map<string, { fn: Fn, code: Compiled }>} by its address, which is used again */
  const codes = new Map()

  /** @type {Deopt[]} */
  const deopts = []

  /** @type {Record<string, (fields: string[]) => void>} */
  const events = {
    'script-source': ([, id, url]) => scripts.set(pathOf(unescaped(url)), id),
    'code-creation': ([, , , us, address, , name, sfi, mark]) => {
      const tier = TIERS[/** @type {keyof typeof TIERS} */ (mark?.replace(/[o']/g, ''))]
      const found = tier && placed(unescaped(name))
      if (!found) return
      const key = Object.values(found.place).join(':')
      const fn = functions.get(key) ?? { ...found, script: undefined, codes: [] }
      /** @type {Compiled} */
      const code = { tier, us: Number(us), inlined: [] }
      fn.codes.push(code)
      functions.set(key, fn)
      shared.set(sfi, fn)
      codes.set(address, { fn, code })
    },
    'code-source-info': ([, address, , , , , inlinings, sfis]) => {
      const known = sfis?.match(/0x[0-9a-f]+/g) ?? []
      for (const [, index] of inlinings?.matchAll(/F(\d+)/g) ?? []) {
        const fn = shared.get(known[Number(index)])
        if (fn) codes.get(address)?.code.inlined.push(fn)
      }
    },
    'code-deopt': ([, us, , address, , , kind, places, reason]) => {
      const [at, ...inlinedAt] = unescaped(places).match(/<[^>]+>/g)?.flatMap((place) => placed(place.slice(1, -1))?.place ?? []) ?? []
      const lost = codes.get(address)
      if (lost) deopts.push({ fn: lost.fn, us: Number(us), tier: lost.code.tier, kind: kind.replace('deopt-', ''), reason: unescaped(reason), at, inlinedAt })
    },
    'code-move': ([, from, to]) => move(codes, from, to),
    'sfi-move': ([, from, to]) => move(shared, from, to),
  }
  for (const line of text.split('\n')) {
    const end = line.indexOf(',')
    const read = events[line.slice(0, end)]
    // a source is long, and only its number is asked for
    read?.(line.startsWith('script-source') ? line.slice(0, 4000).split(',', 3) : line.split(','))
  }
  for (const fn of functions.values()) fn.script = Number(scripts.get(fn.place.file)) || undefined
  return { functions: [...functions.values()], deopts, shared }
}

/** @param {Map<string, any>} map @param {string} from @param {string} to */
function move (map, from, to) {
  const moved = map.get(from)
  if (moved) map.set(to, moved)
}

/** @param {string} text such as `name /path/file.js:3:42` */
function placed (text) {
  const [, name, file, line, column] = text.match(NAME_AND_PLACE) ?? []
  return file === undefined ? undefined : { name, place: { file: pathOf(file), line: Number(line), column: Number(column) } }
}

/** @param {string} url or a path */
function pathOf (url) {
  return url.startsWith('file://') ? fileURLToPath(url) : url
}

/** @param {string} [text] in which V8 has written commas, backslashes and the like as \x2C, \\ and \n */
function unescaped (text = '') {
  return text.replace(/\\(?:x([0-9A-F]{2})|u([0-9A-F]{4})|(.))/gi, (_, two, four, one) => one ? one === 'n' ? '\n' : one : String.fromCharCode(parseInt(two ?? four, 16)))
}
