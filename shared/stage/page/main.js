import { createElement } from './element.js'
import { FontSizeFitter } from './fit.js'
import { findKeyAction, renderKeyTable } from './keys.js'
import { ServerConnection } from './link.js'
import { PageAppearance } from './appearance.js'
import { SpeakerNotesWindow } from './notes.js'
import { findAdjacentStep, listStageScreens } from './screens.js'
import { SourceDialog } from './source.js'

/**
 * @import { Action } from './keys.js'
 * @import { StageScreen } from './screen.js'
 */

/** Interval in ms at which the page itself updates a run's elapsed time, because the server sends no events during a warm-up. */
const TICK_MS = 200

const asked = new URLSearchParams(window.location.search)
const isAudience = asked.has('audience')
const isNotes = asked.has('notes')
const GONE = `The server does not answer. This page keeps trying to connect.${isAudience ? '' : ' Type pnpm demo again.'}`
const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id))
const [bar, banner, root, foot, keys, blank] = ['bar', 'banner', 'screen', 'foot', 'keys', 'blank'].map(byId)

const lab = { ...await loadLab(), canAct: !isAudience && window.location.hash.length > 1 }
const screens = listStageScreens(lab)
document.title = `${lab.name}${isNotes ? ': notes' : ''}`
const appearance = new PageAppearance(isAudience ? 'audience' : isNotes ? 'notes' : 'stage')
keys.append(createElement('h2', { textContent: 'Keys' }), renderKeyTable(isAudience, lab.hasBoard))

/** @type {any} */
let state
/** names the loaded profile, so that the page loads each profile once */
let shownProfile = ''
/** @type {any} */
let profileData
/** time of the last state, by this window's clock */
let heard = 0
let isLost = false
/** @type {{ screen: number, step: number, blank: boolean }} */
let at = { screen: 0, step: 0, blank: false }
/** set while this page sends its screen: the server's states then name an older one @type {Promise<void> | undefined} */
let moving
let trouble = ''
/** not set before the first state @type {StageScreen} */
let shown
let shownScreen = -1
let shownFoot = ''

const fit = new FontSizeFitter(root)
const notes = isNotes ? new SpeakerNotesWindow(root, lab) : undefined
const link = new ServerConnection((next) => {
  if (next.of !== lab.id) return window.location.reload()
  state = next
  heard = Date.now()
  if (!moving) at = next.at
  draw()
  loadProfile()
}, (isGone, next) => {
  isLost = isGone
  trouble = ''
  // after a reconnection, tells the server which screen this page shows, because a restarted server begins at the first screen. Another
  // lab begins at its question.
  if (isLost || isAudience || next.of !== lab.id) draw()
  else move(at)
})

const sourceDialog = lab.hasBoard && lab.canAct ? new SourceDialog(link, draw) : undefined

document.addEventListener('keydown', (event) => {
  // leaves a focused button to the browser, which these keys press
  if ((event.key === 'Enter' || event.key === ' ') && /** @type {HTMLElement} */ (event.target).closest('button, summary')) return
  // closes the list of keys on Escape, because browsers do so only for modal dialogs
  if (event.key === 'Escape' && keys.open) return keys.close()
  const action = findKeyAction(event, isAudience)
  if (action === undefined || scrolls(event.key)) return
  event.preventDefault()
  act(action)
})
// a click shows the next step or screen, for presentation remotes and touch screens
root.addEventListener('click', ({ target }) => { if (!isAudience && !isNotes && !target.closest('.flames, button, a')) act('next') })
if (lab.hasBoard && !isAudience) {
  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    drop([...event.dataTransfer?.files ?? []])
  })
}
const marks = screens.map(({ title }) => createElement('li', { textContent: title }))
const shownAge = createElement('span', { className: 'age' })
const heading = createElement('h1', { textContent: lab.name })
bar.append(heading, createElement('ol', {}, marks), shownAge)
new window.ResizeObserver(fitShown).observe(root)
// updates the elapsed time only while the server sends nothing: each message from the server updates it too, and drawing costs CPU time
setInterval(() => { if (Date.now() - heard >= TICK_MS) drawAge() }, TICK_MS)

/**
 * Scrolls a screen that is higher than the window. Returns false at the screen's end: the arrow key then changes the screen.
 *
 * @param {string} key
 */
function scrolls (key) {
  if (at.blank || keys.open) return false
  const { scrollTop, scrollHeight, clientHeight } = root
  if (key === 'ArrowDown' && scrollTop + clientHeight < scrollHeight - 1) root.scrollBy(0, clientHeight / 2)
  else if (key === 'ArrowUp' && scrollTop > 0) root.scrollBy(0, -clientHeight / 2)
  else return false
  return true
}

/** Loads the lab's description from the server, and tries again until the server answers. @returns {Promise<any>} the lab */
async function loadLab () {
  for (;;) {
    try {
      const answer = await window.fetch('/lab.json')
      if (answer.ok) return await answer.json()
      const { message, error } = await answer.json()
      foot.textContent = message ?? error ?? ''
    } catch {
      foot.textContent = 'The server does not answer. Is pnpm demo running? This page keeps trying to connect.'
    }
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

/** Loads the profile that the stage has now, before anybody opens its screen. */
async function loadProfile () {
  const { takenAt, from } = state.profile
  const wanted = JSON.stringify([takenAt, from])
  if (wanted === shownProfile) return
  shownProfile = wanted
  const answer = takenAt && await window.fetch('/profile.json').catch(() => undefined)
  // tries again at the next state if the server does not answer
  if (takenAt && !answer?.ok) shownProfile = ''
  profileData = answer?.ok ? await answer.json() : undefined
  draw()
}

/** @param {Action | number} action */
function act (action) {
  if (typeof action === 'number') return action < screens.length ? move({ screen: action, step: 0 }) : undefined
  trouble = ''
  if (action === 'next' || action === 'back') {
    // on a blank screen, the first key press only shows the screen again
    if (at.blank) return move({})
    return move(findAdjacentStep(lab, at, action === 'next' ? 1 : -1))
  }
  if (action === 'run') return send(screens[at.screen].starts)
  if (action === 'play' || action === 'stop') return send(action)
  if (action === 'blank') return move({ blank: !at.blank })
  if (action === 'larger' || action === 'smaller') appearance.resize(action === 'larger' ? 1 : -1)
  if (action === 'light') appearance.switchScheme()
  if (action === 'help') keys.open ? keys.close() : keys.show()
  if (action === 'full') document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen().catch(() => {})
  if (action === 'notes') window.open(`/?notes${window.location.hash}`, 'hotpath-notes', 'popup,width=1100,height=700')
  draw()
}

/** @param {Partial<typeof at>} place */
function move (place) {
  at = { ...at, blank: false, ...place }
  draw()
  moving ??= sendPlace()
  return moving
}

/** Sends the screen that this page shows, and again if it has changed meanwhile: two requests at once can arrive in the wrong order. */
async function sendPlace () {
  let sent
  do {
    sent = at
    await send('move', sent)
  } while (at !== sent)
  moving = undefined
}

/** @param {Parameters<ServerConnection['send']>[0]} what @param {object} [body] */
async function send (what, body) {
  trouble = await link.send(what, body)
  if (what === 'run' && !trouble && !screens[at.screen].showsRun) await move({ screen: screens.findIndex(({ showsRun }) => showsRun), step: 0 })
  drawFrame()
}

/** Sends dropped files to the board. @param {File[]} files */
async function drop (files) {
  const wrong = []
  for (const file of files) {
    if (file.size > lab.mostBytes) {
      wrong.push(`${file.name} is longer than ${lab.mostBytes / 1000} kB`)
      continue
    }
    // treats a dropped folder as an empty file, because a browser cannot read folders
    const text = await file.text().catch(() => '')
    const trouble = text ? await link.send('drop', { name: file.name, text }) : `${file.name} is empty, or not a file`
    if (trouble) wrong.push(trouble)
  }
  trouble = wrong.join(' · ')
  drawFrame()
}

function draw () {
  if (!state) return drawFrame()
  const shownState = { ...state, at, profileData }
  sourceDialog?.update(state.board.entries)
  if (notes) notes.draw(shownState)
  else {
    if (shownScreen !== at.screen) {
      shown?.close()
      fit.reset()
      shownScreen = at.screen
      root.className = screens[at.screen].title.replaceAll(' ', '-')
      shown = new screens[at.screen](root, lab)
    }
    shown.draw(shownState, Math.min(at.step, screens[at.screen].steps(lab) - 1))
    fitShown()
  }
  blank.hidden = !at.blank || isNotes
  drawFrame()
}

/** Fits the size of letters to the window. */
function fitShown () {
  if (shown) fit.update(JSON.stringify([at.screen, at.step, state.run.phase, state.board?.entries.length]), appearance.size)
}

/** Updates the bar above the screen, the banner and the line of messages. */
function drawFrame () {
  const { source, offer, recording } = state ?? {}
  for (const [index, mark] of marks.entries()) {
    mark.className = index === at.screen ? 'here' : ''
    mark.ariaCurrent = index === at.screen ? 'step' : null
  }
  drawAge()
  const from = ({ recordedAt, cpu, node }) => `${recordedAt.slice(0, 10)}, ${cpu}, Node ${node.replace('v', '')}`
  // the profile has an origin of its own: it may be from this machine while a recorded run is shown, or the other way round
  const { starts } = screens[at.screen]
  const ofRun = starts !== 'judge' && source?.kind === 'recording' && source
  const recorded = starts === 'profile' ? state?.profile.from : ofRun
  banner.textContent = recorded ? `RECORDING of ${from(recorded)}${(recorded.speed ?? 1) === 1 ? '' : `, ${recorded.speed} times as fast`}. Not measured now.` : ''
  banner.hidden = !recorded
  const why = { failed: 'The run failed.', slow: 'This run takes longer than usual.' }[/** @type {'slow'} */ (offer)]
  const offered = why && !isAudience
    ? [
        `${why} `,
        createElement('kbd', { textContent: 'P' }),
        ` plays the recording of ${from(recording)}`,
      ]
    : []
  const messages = isLost ? [GONE] : trouble ? [trouble] : offered
  const key = JSON.stringify(messages.map((one) => typeof one === 'string' ? one : one.textContent))
  // keeps an unchanged message, because a screen reader would read a replaced one aloud again
  if (key === shownFoot) return
  shownFoot = key
  foot.replaceChildren(...(messages.length ? messages : isAudience ? [] : [createElement('span', { className: 'quiet' }, [createElement('kbd', { textContent: '?' }), ' keys'])]))
  foot.classList.toggle('urgent', messages.length > 0)
}

/** Shows for how long the measurement has been running, or how long ago it ended. */
function drawAge () {
  const text = state ? formatAge() : ''
  if (shownAge.textContent !== text) shownAge.textContent = text
}

/** @param {{ who: string, phase: string }[]} entries */
function formatBoardProgress (entries) {
  const going = entries.find(({ phase }) => phase === 'judging')
  if (going) return `judging ${going.who}'s file`
  return `${entries.filter(({ phase }) => phase === 'judged' || phase === 'refused').length} of ${entries.length} judged`
}

function formatAge () {
  const { run, source, isGoing, now, profile } = state
  const { starts } = screens[at.screen]
  if (starts === 'judge') return formatBoardProgress(state.board.entries)
  const countSince = (/** @type {string} */ began) => Math.max(0, (Date.parse(now) - Date.parse(began) + Date.now() - heard) / 1000)
  if (starts === 'profile' && profile.phase === 'taking') return `profiling for ${countSince(profile.beganAt).toFixed(1)} s`
  if (!source) return 'nothing measured yet'
  if (source.kind === 'recording') return isGoing ? 'playing' : 'played'
  if (run.phase === 'stopped') return 'stopped'
  const since = countSince(source.began)
  if (isGoing) return run.phase === 'waiting' ? 'waiting for the lock' : `measuring for ${since.toFixed(1)} s`
  const seconds = Math.max(0, since - run.seconds)
  return `measured ${seconds < 60 ? `${Math.floor(seconds)} s` : seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`} ago`
}
