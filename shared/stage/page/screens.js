import { heardOf, metricNamed, secondsTold, significant, times } from '../../report/words.js'
import { Board } from './board.js'
import { Chart } from './chart.js'
import { column, large, sameSize } from './columns.js'
import { element, refill } from './element.js'
import { history, remarks } from './history.js'

const PRESS = element.bind(null, 'kbd')

/** Each has as many steps as there is to show one after the other. */
class Screen {
  /** @param {HTMLElement} root @param {any} lab */
  constructor (root, lab) {
    this.root = root
    this.lab = lab
  }

  /** @param {any} lab @returns {number} */
  static steps (lab) {
    return 1
  }

  /** @param {any} state @param {number} step */
  draw (state, step) {}

  close () {}
}

class Question extends Screen {
  static title = 'the question'

  draw () {
    // nothing of it changes with what is measured
    if (this.root.firstElementChild?.className === 'question') return
    const { title, question, ladder, limit } = this.lab
    this.root.replaceChildren(element('div', { className: 'question' }, [
      element('p', { className: 'quiet', textContent: title }),
      element('h2', { textContent: question }),
      element('dl', { className: 'ladder' }, [...Object.entries(ladder), ...(limit ? [['limit', limit]] : [])].flatMap(([variant, says]) => [element('dt', { textContent: variant }), element('dd', { textContent: says })])),
    ]))
  }
}

class Baseline extends Screen {
  static title = 'the baseline'

  static steps () {
    return 2
  }

  /** @param {any} state @param {number} step */
  draw ({ run, isReplay, sentence, say }, step) {
    const [claim] = this.lab.claims
    const { figure } = metricNamed(claim.metric)
    const sides = [claim.base, claim.against]
    const most = Math.max(0, ...sides.map((side) => run.sides[side]?.[figure] ?? 0))
    const columns = sides.map((side, index) => {
      if (index === 1 && step === 0) return covered(this.lab, side)
      // the bar of the first must not tell what is covered
      return column(this.lab, side, run.sides[side], { metric: claim.metric, most: step === 0 ? run.sides[side]?.[figure] ?? 0 : most, order: index ? 'second' : 'first' })
    })
    sameSize(columns)
    const seen = run.claims.find((/** @type {any} */ { id }) => id === claim.id)
    const told = step === 1 && seen ? [element('p', { className: 'seen' }, [element('b', { textContent: times(seen.ratio) }), ` ${claim.base} over ${claim.against}`])] : []
    refill(this.root, [element('div', { className: 'columns' }, columns), element('div', { className: 'below' }, [...told, ...goingOn(run, isReplay, step === 1 ? sentence : run.result ? 'Measured. What is your guess for the other?' : '', step === 1 ? say : '')])])
  }
}

/** Pixels of a root's letters up to which the flame page is shown as it is: its own have 18. */
const FLAME_PX = 22

class Profile extends Screen {
  static title = 'the profile'
  #shown = ''
  /** @type {HTMLIFrameElement | undefined} */
  #frame

  /** @param {HTMLElement} root @param {any} lab */
  constructor (root, lab) {
    super(root, lab)
    this.resized = () => this.#size()
    window.addEventListener('resize', this.resized)
  }

  close () {
    window.removeEventListener('resize', this.resized)
  }

  /** A page in a page knows nothing of the screen's size: it is drawn smaller and enlarged. */
  #size () {
    const scale = Math.max(1, Number.parseFloat(window.getComputedStyle(document.documentElement).fontSize) / FLAME_PX)
    if (this.#frame) Object.assign(this.#frame.style, { width: `${100 / scale}%`, height: `${100 / scale}%`, transform: `scale(${scale})` })
  }

  /** @param {any} state */
  draw ({ profile, isReplay }) {
    const wanted = JSON.stringify(profile)
    // a page that is drawn again would lose what was zoomed to
    if (wanted === this.#shown) return
    this.#shown = wanted
    if (profile.phase === 'there') {
      const frame = /** @type {HTMLIFrameElement} */ (element('iframe', { src: '/flame', title: 'flame graphs of slow and fast' }))
      frame.setAttribute('sandbox', 'allow-scripts')
      // keys belong to the stage again when the pointer leaves it
      frame.addEventListener('mouseleave', () => window.focus())
      this.root.replaceChildren(element('p', { className: 'quiet', textContent: [takenOf(profile), profile.told].filter(Boolean).join('. ') }), element('div', { className: 'flame' }, [frame]))
      this.#frame = frame
      return this.#size()
    }
    // the flame page says it itself, when it is there
    const { look } = this.lab
    const says = look ? [element('p', {}, ['Look for ', element('b', { textContent: look.search }), `, ${look.says}.`])] : []
    const told = { none: 'takes a profile of slow and fast under the lab\'s own load: about ten seconds.', taking: profile.told || 'Slow and fast are under load, one after the other …', failed: `tries again. It failed: ${profile.told}` }[/** @type {'none'} */ (profile.phase)]
    const asked = profile.phase === 'taking' ? [told] : [PRESS({ textContent: 'R' }), ` ${told}`]
    // beside a recording nothing is measured
    this.root.replaceChildren(...says, element('p', { className: 'large' }, isReplay ? ['The recording has no profile.'] : asked))
  }
}

class Change extends Screen {
  static title = 'the change'
  #shown = ''

  /** @param {any} lab */
  static steps ({ changes }) {
    return changes.length
  }

  /** @param {any} state @param {number} step */
  draw ({ run }, step) {
    const { changes, ladder, claims } = this.lab
    const { variants, files, rows } = changes[step]
    const ratios = run.claims.map((/** @type {any} */ { ratio }) => times(ratio))
    const wanted = JSON.stringify([step, ratios])
    // whole files are not to be laid out ten times a second
    if (wanted === this.#shown) return
    this.#shown = wanted
    const longest = Math.max(...rows.flat().map((/** @type {any} */ line) => line ? new window.DOMParser().parseFromString(line.html, 'text/html').body.textContent?.length ?? 0 : 0))
    const code = element('div', { className: 'code sides' }, [
      ...variants.map((/** @type {string} */ variant, /** @type {number} */ index) => element('h2', {}, [`${files[index]} `, element('span', { className: 'quiet', textContent: ladder[variant] })])),
      ...rows.flat().map((/** @type {any} */ line, /** @type {number} */ index) => lineOf(line, index % 2 ? 'second' : 'first')),
    ])
    code.style.setProperty('--rows', String(rows.length + 2))
    code.style.setProperty('--columns', String(longest + 6))
    const bound = claims.filter((/** @type {any} */ { base, against }) => base === variants[0] && against === variants[1])
    const told = bound.map((/** @type {any} */ claim) => {
      const seen = run.claims.find((/** @type {any} */ { id }) => id === claim.id)
      return element('p', {}, [`${claim.says}`, ...(claim.published ? [`; published ${times(claim.published.ratio)}`] : []), ...(seen ? ['; here ', element('b', { textContent: times(seen.ratio) })] : [])])
    })
    this.root.replaceChildren(element('p', { className: 'quiet', textContent: changes.length > 1 ? `step ${step + 1} of ${changes.length}` : 'the only step' }), code, element('div', { className: 'below' }, told))
  }
}

class Again extends Screen {
  static title = 'measured again'
  /** @type {Chart | undefined} */
  #chart
  /** @type {HTMLElement[]} */
  #parts = []
  #claim = ''

  /** @param {any} lab */
  static steps ({ claims }) {
    return claims.length
  }

  /** @param {any} state @param {number} step */
  draw ({ run, source, isReplay, sentence, say }, step) {
    const { claims } = this.lab
    const claim = claims[step]
    if (this.#claim !== claim.id) this.#build(claim)
    const [head, figures, below] = this.#parts
    const seen = run.claims.find((/** @type {any} */ { id }) => id === claim.id)
    const isOver = run.phase === 'done'
    refill(head, [element('h2', { textContent: claim.says }), element('p', { className: 'quiet', textContent: `${claim.base} over ${claim.against}, ${metricNamed(claim.metric).name}${claims.length > 1 ? `; claim ${step + 1} of ${claims.length}` : ''}` })])
    const [low, high] = seen?.interval ?? [null, null]
    refill(figures, [
      large(seen ? times(seen.ratio) : '–'),
      element('p', { textContent: low === null || high === null ? 'no interval before the second pair' : `95 %: ${times(low)} … ${times(high)}, ${run.result ? run.result.claims.find((/** @type {any} */ { id }) => id === claim.id)?.pairs : run.pairs} pairs${isOver ? ageOf(seen) : ''}` }),
      element('p', { className: `verdict ${seen && isOver ? seen.verdict.replace(' ', '-') : ''}`, textContent: seen && isOver ? heardOf(seen) : '' }),
      history(claim, isOver && seen ? { ...seen, node: run.result.node, cpu: run.result.machine.cpu, kind: source?.kind } : null),
    ])
    refill(below, [...goingOn(run, isReplay, sentence, say), ...remarks(claim)])
    this.#chart?.show(run.lines[claim.id] ?? { blocks: [], pairs: [] }, run.seconds)
  }

  /** @param {any} claim */
  #build (claim) {
    this.close()
    this.#claim = claim.id
    this.#chart = new Chart(claim)
    this.#parts = [element('div', { className: 'head' }), element('div', { className: 'figures' }), element('div', { className: 'below' })]
    const [head, figures, below] = this.#parts
    this.root.replaceChildren(head, element('div', { className: 'again' }, [this.#chart.place, figures]), below)
  }

  close () {
    this.#chart?.close()
  }
}

/** @param {any} lab @param {string} side that the room has not seen yet */
function covered (lab, side) {
  const [variant] = side.split('@')
  return element('section', { className: 'column covered' }, [
    element('h2', {}, [`${variant} `, element('span', { className: 'quiet', textContent: lab.ladder[variant] ?? '' })]),
    large('?'),
    element('p', { className: 'quiet' }, [element('b', { className: 'unit', textContent: 'What is your guess?' })]),
  ])
}

/** @param {any} profile @returns {string} when it was taken, and where, if that is not here */
function takenOf ({ takenAt, from }) {
  const at = takenAt.slice(0, 16).replace('T', ' ')
  return from ? `Recorded ${at} UTC, ${from.cpu}, Node ${from.node.replace('v', '')}` : `Taken here, ${at} UTC`
}

/** @param {any} line of a file, or null @param {string} order */
function lineOf (line, order) {
  if (!line) return element('div', { className: 'line none' })
  const code = element('code')
  // the server has escaped it: highlight.js makes spans, and nothing else of a source
  code.innerHTML = line.html || ' '
  return element('div', { className: `line ${line.lit ? `lit ${order}` : ''}` }, [element('span', { className: 'number', textContent: String(line.number) }), code])
}

/** @param {any} run @param {boolean} isReplay @param {string} sentence of the verdict @param {string} say where it is not the one that was hoped for */
function goingOn ({ phase, told, pairs, seconds, result }, isReplay, sentence, say) {
  if (phase === 'idle') return [element('p', { className: 'large' }, [PRESS({ textContent: 'R' }), isReplay ? ' plays the recording' : ' measures both, in turn, in fresh processes'])]
  if (phase === 'waiting') return [element('p', { className: 'large', textContent: told })]
  if (phase === 'comparing') return [element('p', { className: 'large', textContent: 'Comparing answers; then both warm up …' })]
  if (phase === 'measuring') return [element('p', { className: 'large', textContent: `${pairs === 0 ? 'first pair' : pairs === 1 ? '1 pair' : `${pairs} pairs`}, ${secondsTold(seconds)}` })]
  if (phase === 'failed') return [element('p', { className: 'large', textContent: `No verdict: ${told}.` })]
  const wrong = result.failure ? `${result.failure.variant} ${result.failure.what}. ${result.failure.stderr.split('\n')[0]}` : result.oracle?.difference ?? ''
  return [...[wrong, sentence].filter(Boolean).map((text) => element('p', { className: 'sentence', textContent: text })), ...(say ? [element('p', { textContent: say })] : [])]
}

/** @param {any} claim of a result @returns {string} how old its slower side was */
function ageOf ({ age }) {
  return age ? `, after ${significant(age.base.cpuSeconds)} s of CPU` : ''
}

const SCREENS = [Question, Baseline, Profile, Change, Again]

/** @param {any} lab @returns {any[]} the screens, in their order */
export function screensOf ({ hasBoard }) {
  return hasBoard ? [...SCREENS, Board] : SCREENS
}

/** @param {any} lab @param {{ screen: number, step: number }} at @param {1 | -1} direction @returns {{ screen: number, step: number }} the place beside it, or the same at an end */
export function beside (lab, { screen, step }, direction) {
  const screens = screensOf(lab)
  const steps = screens.map((one) => one.steps(lab))
  if (step + direction >= 0 && step + direction < steps[screen]) return { screen, step: step + direction }
  const next = screen + direction
  if (next < 0 || next >= screens.length) return { screen, step }
  return { screen: next, step: direction === 1 ? 0 : steps[next] - 1 }
}
