import { labNames } from '../../shared/lab/find.js'
import { labPage } from '../.vitepress/lab-page.js'

export default {
  /** A page for each lab, of its own files. */
  paths: () => Promise.all(labNames().map(async (lab) => ({ params: { lab }, content: await labPage(lab) }))),
}
