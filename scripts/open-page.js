import { printNotice } from './terminal.js'

/** Opens a page in the default browser. If no browser opens, prints a message and continues. @param {string} page a file or an address */
export async function openInBrowser (page) {
  const { default: open } = await import('open')
  await open(page).catch((error) => printNotice(`The page could not be opened: ${error.message}`))
}
