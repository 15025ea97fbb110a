import { fileURLToPath } from 'node:url'
import { UsageError } from '../usage.js'

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))

/** @param {import('commander').Command} program */
export function siteCommand (program) {
  program.command('site')
    .description('the site: read it here while you write, or build it')
    .argument('[action]', 'build: into docs/.vitepress/dist; without it the site is served', 'serve')
    .addHelpText('after', `
Examples:
  pnpm site          serve it, and follow what is changed
  pnpm site build    build it, and check its links`)
    .action(site)
}

/** @param {string} action */
async function site (action) {
  if (!['build', 'serve'].includes(action)) throw new UsageError(`pnpm site has no action ${action}. Type: pnpm site, or pnpm site build`)
  const { build, createServer } = await import('vitepress')
  if (action === 'build') {
    // VitePress has named each dead link by then
    return build(DOCS).catch((error) => {
      process.stderr.write(`The site is not built: ${error.message.split('\n')[0]}\n`)
      process.exitCode = 1
    })
  }
  const server = await createServer(DOCS)
  await server.listen()
  server.printUrls()
  // until a signal ends it
  await new Promise(() => {})
}
