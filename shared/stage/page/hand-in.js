import { VERDICT_SIGNS, roundRatio } from '@hotpath-labs/terminal/numbers.js'
import { findMetric } from '@hotpath-labs/lab/metrics.js'
import { createElement } from './element.js'
import { keep, readKept } from './storage.js'
import { ServerConnection } from './link.js'

/** @import { Entry } from '../board.js' */

const find = (/** @type {string} */ selector) => /** @type {any} */ (document.querySelector(selector))
const form = find('form')
const answer = find('#answer')
const { code, name, file } = form.elements

const lab = await (await window.fetch('/lab.json')).json()
const { excess } = findMetric(lab.claims[0].metric)
find('#lab').replaceChildren(createElement('b', { textContent: lab.name }), `: ${lab.title}. Your file is `, createElement('code', { textContent: lab.attempt }), '. The board takes this one file.')

/** name under which this browser has handed in */
let owner = readKept('hand-in name')
/** false after a refusal, which stays on the page until the next attempt */
let isFollowing = true
code.value = readKept('hand-in code')
name.value = owner

const link = new ServerConnection((state) => {
  // another lab is shown now
  if (state.of !== lab.id) return window.location.reload()
  if (isFollowing) showEntry(state.board.entries.find((/** @type {Entry} */ { who }) => who === owner))
}, () => {}, 'the instructor\'s machine does not answer. Try again in a moment')

form.addEventListener('submit', async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault()
  isFollowing = false
  show('Sending …')
  const [chosen] = file.files
  const { error, who, receipt } = chosen.size > lab.mostBytes
    ? { error: `your file is longer than ${lab.mostBytes / 1000} kB` }
    : await send(chosen)
  if (error) return show(`Not handed in: ${error}.`, true)
  owner = who
  for (const [key, value] of Object.entries({ code: code.value, name: who, [`receipt of ${who.toLowerCase()}`]: receipt })) keep(`hand-in ${key}`, value)
  isFollowing = true
  show(`Your newest file is on the board as ${who}.`)
})

/** @param {File} chosen @returns {Promise<any>} the server's answer */
async function send (chosen) {
  let text
  try {
    text = await chosen.text()
  } catch {
    // a browser refuses to read a file that has changed since it was chosen
    file.value = ''
    return { error: 'your file has changed since you chose it. Choose it again' }
  }
  const receipt = readKept(`hand-in receipt of ${name.value.trim().toLowerCase()}`)
  return link.post('hand-in', { code: code.value, name: name.value, file: chosen.name, text, ...(receipt && { receipt }) })
}

/** @param {Entry | undefined} entry of this browser's owner */
function showEntry (entry) {
  if (!entry) return
  const { who, phase, verdict, mark, says, step, ratio, interval } = entry
  const result = ratio === null ? mark : `${mark}, ${roundRatio(ratio, /** @type {[number, number]} */ (interval))}× as ${excess ? 'frugal' : 'fast'} as ${lab.variants.slow}`
  if (phase === 'waits') return show(`Your newest file is on the board as ${who}. The instructor starts the judging.`)
  const sign = phase === 'judged' ? `${VERDICT_SIGNS[/** @type {'holds'} */ (verdict)]} ` : ''
  show([`${who}: ${sign}${result}`, says, step && `You are here: ${step}`].filter(Boolean).join('\n'), phase === 'refused')
}

/** @param {string} text */
function show (text, isWrong = false) {
  // keeps an unchanged text, because a screen reader would read a replaced one aloud again
  if (answer.textContent !== text) answer.textContent = text
  answer.className = isWrong ? 'wrong' : ''
  // a telephone's window may end above it
  answer.scrollIntoView({ block: 'nearest' })
}
