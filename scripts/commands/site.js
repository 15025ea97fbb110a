import { join } from 'node:path'
import { UsageError } from '@hotpath-labs/engine/failures.js'
import { ROOT } from '@hotpath-labs/lab/project/project.js'
import { formatExamples, makeCommand, printNotice } from '@hotpath-labs/terminal/terminal.js'

const DOCS = join(ROOT, 'docs')

/** @param {import('commander').Command} program */
export function registerCommand (program) {
  program.command('site')
    .description('serve the documentation site while you write, or build it')
    .argument('[action]', 'serve: show the site while you write; build: write the site to docs/.vitepress/dist', 'serve')
    .addHelpText('after', `
Examples:
${formatExamples([
  ['site', 'serve the site, and reload pages that change'],
  ['site build', 'build the site, and check its links'],
])}`)
    .action(site)
}

/** @param {string} action */
async function site (action) {
  if (!['build', 'serve'].includes(action)) throw new UsageError(`There is no action ${action} of site. Type: ${makeCommand('site')}, or ${makeCommand('site build')}`)
  const { build, createServer } = await import('vitepress')
  if (action === 'build') {
    // prints only the first line of the error, because VitePress has already printed each dead link
    return build(DOCS).catch((error) => {
      printNotice(`The site cannot be built: ${error.message.split('\n')[0]}`)
      process.exitCode = 1
    })
  }
  const server = await createServer(DOCS)
  await server.listen()
  server.printUrls()
  // never resolves: the site is served until a signal, such as Ctrl-C, ends the process
  await new Promise(() => {})
}
