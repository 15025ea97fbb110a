import { printNotice } from '@hotpath-labs/terminal/terminal.js'

/** Opens a page in the default browser. If no browser opens, prints a message and continues. @param {string} page a file or an address */
export async function openInBrowser (page) {
  const { default: open } = await import('open')
  await open(page).catch((error) => printNotice(`No browser could open the page: ${error.message}. Open it yourself: ${page}`))
}
