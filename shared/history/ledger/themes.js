import { THEMES } from 'hotpath/lab'
import { capital } from 'hotpath/report'

/** @typedef {{ name: string, title: string, question: string, theme: typeof THEMES[number], claims: import('./recorded.js').RecordedClaim[] }} ListedLab */

/** @param {ListedLab[]} labs @returns {string} a line for each lab, its name and its question, by what it is about */
export function themesList (labs) {
  return THEMES.flatMap((theme) => {
    const about = labs.filter((lab) => lab.theme === theme)
    return about.length ? [[`**${capital(theme)}**`, '', ...about.map(({ name, question }) => `- [${name}](labs/${name}): ${question}`)].join('\n')] : []
  }).join('\n\n')
}
