import { warn } from './terminal.js'

/** Opens a page in the browser; a failure is only a message. @param {string} page a file or an address */
export async function openPage (page) {
  const { default: open } = await import('open')
  await open(page).catch((error) => warn(`The page could not be opened: ${error.message}`))
}
