import t from 'tap'
import { labFolder, labNames } from '@hotpath-labs/project'
import { notesOf } from './notes.js'

for (const name of labNames()) {
  t.test(`${name} has something to say on every screen`, (t) => {
    for (const [screen, paragraphs] of Object.entries(notesOf({ name, folder: String(labFolder(name)) }))) {
      t.ok(paragraphs.join(' ').length > 80, screen)
      t.notMatch(paragraphs.join('\n'), /<details>|<summary>|<!--|\*\*/)
    }
    t.end()
  })
}
