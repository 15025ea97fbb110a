import { createElement, replaceChildrenIfChanged } from './element.js'

/** @import { LabView } from '../lab-view.js' */

/** Clock of the notes' window: the time of day, the time since the lab began, and the timetable's minutes for each phase. */
export class LabClock {
  place = createElement('div', { className: 'clocks' })
  #began = Date.now()
  #screen = ''
  #time = createElement('p', { className: 'clock' })
  #budget = createElement('div')

  /** @param {LabView['phases']} phases none for a lab without a place in the workshop */
  constructor (phases) {
    this.phases = phases
    const again = createElement('button', { type: 'button', textContent: 'start the clock again', onclick: () => this.#restart() })
    this.place.append(this.#time, again, this.#budget)
    setInterval(() => this.#draw(), 1000)
  }

  /** @param {string} screen that the room sees, by the heading of its notes */
  show (screen) {
    this.#screen = screen
    this.#draw()
  }

  #restart () {
    this.#began = Date.now()
    this.#draw()
  }

  #draw () {
    const now = new Date()
    const seconds = Math.floor((now.getTime() - this.#began) / 1000)
    const time = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`
    this.#time.textContent = time
    replaceChildrenIfChanged(this.#budget, renderBudget(this.phases, this.#screen, seconds))
  }
}

/** @param {LabView['phases']} phases @param {string} screen @param {number} seconds since the lab began @returns {HTMLElement[]} */
function renderBudget (phases, screen, seconds) {
  const { total, ends, left } = planBudget(phases, screen, seconds)
  const spent = createElement('p', {}, [createElement('b', { textContent: formatTime(seconds) }), total ? ` of ${total} minutes for this lab` : ' on this lab'])
  if (!total) return [spent]
  const rows = phases.map(({ name, screens }, index) => createElement('tr', { className: screens.includes(screen) ? 'here' : '' }, [
    createElement('th', { scope: 'row', textContent: name }),
    createElement('td', { className: 'number', textContent: `until ${ends[index]}:00` }),
  ]))
  const remark = left === null ? [] : [createElement('p', { textContent: left < 0 ? `${formatTime(-left)} late` : `${formatTime(left)} until this phase should end` })]
  return [spent, ...remark, createElement('table', { className: 'budget' }, rows)]
}

/**
 * Plans the ends of a lab's phases, in minutes since the lab began.
 *
 * @param {LabView['phases']} phases @param {string} screen that the room sees @param {number} seconds since the lab began
 * @returns {{ total: number, ends: number[], left: number | null }} `left`: seconds of the screen's phase, below 0 if it should be over
 */
export function planBudget (phases, screen, seconds) {
  const ends = phases.map((_, index) => phases.slice(0, index + 1).reduce((sum, { minutes }) => sum + minutes, 0))
  const at = phases.findIndex(({ screens }) => screens.includes(screen))
  return { total: ends.at(-1) ?? 0, ends, left: at < 0 ? null : 60 * ends[at] - seconds }
}

/** @param {number} seconds @returns {string} such as 12:05 */
function formatTime (seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
