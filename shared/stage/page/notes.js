import { makeCodeButton } from './board.js'
import { LabClock } from './clock.js'
import { createElement, renderInlineMarkdown, replaceChildrenIfChanged } from './element.js'
import { findAdjacentStep, listStageScreens } from './screens.js'
import { hasReadSource } from './source.js'

/**
 * @import { Entry } from '../board.js'
 * @import { PageState } from '../stage.js'
 * @import { LabView } from '../lab-view.js'
 * @import { StageScreen } from './screen.js'
 */

/** Window for the instructor, with speaker notes, the time, and the next screen. */
export class SpeakerNotesWindow {
  #text = createElement('section', { className: 'text' })
  /** names of the files on the board, whose code opens at a click */
  #files = createElement('p', { className: 'files' })
  #title = createElement('h2')
  #blank = createElement('b', { className: 'wrong' })
  #preview = createElement('div', { className: 'preview' })
  #frame = createElement('div', { className: 'frame' }, [this.#preview])
  /** @type {StageScreen | undefined} */
  #next
  #shown = ''

  /** @param {HTMLElement} root @param {LabView} lab */
  constructor (root, lab) {
    this.lab = lab
    this.clock = new LabClock(lab.phases)
    root.classList.add('notes')
    root.replaceChildren(createElement('div', { className: 'split' }, [this.#text, createElement('aside', {}, [this.clock.place, this.#title, this.#frame])]))
  }

  /** @param {PageState} state */
  draw (state) {
    const { at } = state
    const next = findAdjacentStep(this.lab, at, 1)
    const screens = listStageScreens(this.lab)
    const isEnd = next.screen === at.screen && next.step === at.step
    const where = JSON.stringify([at.screen, at.step])
    if (where !== this.#shown) {
      this.#shown = where
      const { title, notes } = screens[at.screen]
      const paragraphs = notes === 'board' ? listBoardNotes(state) : this.lab.notes.screens[notes] ?? []
      this.#text.replaceChildren(createElement('h2', {}, [`${title} `, this.#blank]), this.#files, ...paragraphs.map(renderParagraph), ...renderFolded(this.lab.notes, notes))
      this.clock.show(notes)
      this.#title.textContent = isEnd ? 'This is the last screen' : `Next: ${screens[next.screen].title}`
      this.#frame.hidden = isEnd
      this.#next?.close()
      this.#preview.replaceChildren()
      this.#next = isEnd ? undefined : new screens[next.screen](this.#preview, this.lab)
    }
    this.#blank.textContent = at.blank ? '(the projector is blank: B)' : ''
    const isBoard = screens[at.screen].notes === 'board'
    const names = isBoard ? state.board?.entries.map(renderFileToRead) ?? [] : []
    replaceChildrenIfChanged(this.#files, names.length ? ['Read the files: ', ...names] : [])
    this.#next?.draw(state, next.step)
  }
}

/** Makes a button that shows a file's code, and says whether it was shown. @param {Entry} entry */
function renderFileToRead (entry) {
  return createElement('span', {}, [makeCodeButton(entry.who), ...(hasReadSource(entry) ? [' read'] : [])])
}

/** @param {PageState} state @returns {string[]} what to do and to say on the board, which is the same for every lab */
function listBoardNotes ({ handIn }) {
  return [
    ...(handIn ? [`The room opens ${handIn.addresses.join(' or ')} and types the code ${handIn.code}. Each page then shows its owner's result. Who hands in again replaces the older file.`] : []),
    'Read each file before you press R, because it runs on this machine with your rights. Click a name, then press → for the next file. A file that arrives later waits for the next R.',
    'The files are sorted by name, not by speed: two files with overlapping intervals may be equally fast. Begin with a file that does not pass, and ask the room, not its owner: "What would you try next?"',
    'A file with a wrong answer or a crash has no figure. Let its owner read the sentence aloud: it names the input, or the line.',
  ]
}

/** @param {string} text */
function renderParagraph (text) {
  return createElement('p', {}, renderInlineMarkdown(text))
}

/**
 * Makes collapsible sections with notes about the whole lab. A section opens at a click, or by itself on the screen where it helps most.
 *
 * @param {{ goesWrong: string[], questions: { question: string, answer: string }[] }} notes of the lab
 * @param {string} screen that the room sees
 */
function renderFolded ({ goesWrong, questions }, screen) {
  const mistakes = goesWrong.map((text) => createElement('li', {}, renderInlineMarkdown(text)))
  const answers = questions.flatMap(({ question, answer }) => [createElement('h3', {}, renderInlineMarkdown(question)), renderParagraph(answer)])
  const parts = [
    { title: 'What goes wrong', open: screen === 'change' || screen === 'board', body: mistakes.length ? [createElement('ul', {}, mistakes)] : [] },
    { title: 'Questions that attendees ask', open: screen === 'again', body: answers },
  ].filter(({ body }) => body.length)
  return parts.map(({ title, open, body }) => createElement('details', { open }, [createElement('summary', { textContent: title }), ...body]))
}
