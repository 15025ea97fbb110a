import t from 'tap'
import { resolveLabFolder, listLabNames } from '@hotpath-labs/lab/project/project.js'
import { readSpeakerNotes } from './lab-view.js'
import { listStageScreens } from './page/screens.js'

const SCREENS = listStageScreens(/** @type {any} */ ({ hasBoard: false })).map(({ notes }) => notes)

for (const name of listLabNames()) {
  t.test(`${name} has notes for every screen, in the order of the screens`, async (t) => {
    const { screens } = readSpeakerNotes({ folder: String(resolveLabFolder(name)) })
    t.same(Object.keys(screens), SCREENS)
    for (const [screen, paragraphs] of Object.entries(screens)) t.ok(paragraphs.join(' ').length > 60, screen)
  })

  t.test(`${name} says what goes wrong, and answers five questions of a room`, async (t) => {
    const { goesWrong, questions } = readSpeakerNotes({ folder: String(resolveLabFolder(name)) })
    t.ok(goesWrong.length >= 2)
    t.equal(questions.length, 5)
    for (const { question, answer } of questions) {
      t.match(question, /^[A-Z].*\?$/, question)
      t.match(answer, /^\S.{40,}\.$/, question)
    }
  })
}

t.test('notes are paragraphs by screen, and a lab may have none', async (t) => {
  const folder = t.testdir({ 'notes.md': '# Notes\r\n\r\n## question\r\n\r\nAsk\r\nthem.\r\n\r\nWait.\r\n\r\n## again\r\n\r\nSay: "No."\r\n' })
  t.same(readSpeakerNotes({ folder }), { screens: { question: ['Ask them.', 'Wait.'], again: ['Say: "No."'] }, goesWrong: [], questions: [] })
  t.same(readSpeakerNotes({ folder: t.testdir({}) }), { screens: {}, goesWrong: [], questions: [] })
})

t.test('two sections of the notes name no screen: a list of what goes wrong, and questions with answers', async (t) => {
  const folder = t.testdir({ 'notes.md': '# Notes\n\n## What goes wrong\n\n- One\n  line.\n- Two - still two.\n\n## Questions\n\n### Why?\n\nBecause.\nReally.\n\n### How?\n\nSo.\n' })
  t.same(readSpeakerNotes({ folder }), {
    screens: {},
    goesWrong: ['One line.', 'Two - still two.'],
    questions: [{ question: 'Why?', answer: 'Because. Really.' }, { question: 'How?', answer: 'So.' }],
  })
})
