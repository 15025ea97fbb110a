import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { labFolder, labNames, loadLab } from '../../shared/lab/find.js'
import { terminalReport } from '../../shared/report/terminal.js'
import { lastResult } from '../results.js'
import { UsageError } from '../usage.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A place in a page that shows the last result of a lab. */
const PLACE = /(<!-- result of ([\w-]+)[^>]* -->\n)[^]*?(<!-- end of result -->)/g

/** @param {import('commander').Command} program */
export function figuresCommand (program) {
  program.command('figures')
    .description('write the last result of every lab into the pages that show it')
    .action(async () => {
      const pages = [`${ROOT}README.md`, ...labNames().map((name) => `${labFolder(name)}/README.md`), ...readdirSync(`${ROOT}docs`).filter((name) => name.endsWith('.md')).map((name) => `${ROOT}docs/${name}`)]
      for (const page of pages) {
        const text = readFileSync(page, 'utf8')
        const shown = [...text.matchAll(PLACE)].map(([, , name]) => name)
        if (shown.length === 0) continue
        const reports = new Map(await Promise.all(shown.map(async (name) => /** @type {const} */ ([name, await reportOf(name)]))))
        const written = text.replaceAll(PLACE, (whole, start, name, end) => `${start}\`\`\`\n${reports.get(name)}\n\`\`\`\n${end}`)
        if (written !== text) writeFileSync(page, written)
        process.stdout.write(`${page.slice(ROOT.length)}: ${shown.join(', ')}\n`)
      }
    })
}

/** @param {string} name of a lab */
async function reportOf (name) {
  const result = lastResult(name)
  const folder = labFolder(name)
  if (!result || !folder) throw new UsageError(`There is no result of ${name} to write. First: pnpm lab ${name}`)
  const { manifest } = await loadLab(folder)
  return `$ pnpm lab ${name}\n\n${terminalReport(result, manifest, { color: false })}`
}
