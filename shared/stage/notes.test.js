import t from 'tap'
import { labFolder, labNames } from '@hotpath-labs/project'
import { readNotes } from './notes.js'
import { listScreens } from './page/screens.js'

const SCREENS = listScreens({ hasBoard: false }).map(({ notes }) => notes)

for (const name of labNames()) {
  t.test(`${name} has notes for every screen, in the order of the screens`, (t) => {
    const notes = readNotes({ folder: String(labFolder(name)) })
    t.same(Object.keys(notes), SCREENS)
    for (const [screen, paragraphs] of Object.entries(notes)) t.ok(paragraphs.join(' ').length > 60, screen)
    t.end()
  })
}

t.test('notes are paragraphs by screen, and a lab may have none', async (t) => {
  const folder = t.testdir({ 'notes.md': '# Notes\r\n\r\n## question\r\n\r\nAsk\r\nthem.\r\n\r\nWait.\r\n\r\n## again\r\n\r\nSay: "No."\r\n' })
  t.same(readNotes({ folder }), { question: ['Ask them.', 'Wait.'], again: ['Say: "No."'] })
  t.same(readNotes({ folder: t.testdir({}) }), {})
})
