/** @param {string} page a file or an address; nothing fails if it cannot be opened, and where the system tells so at once, a message does too */
export async function openPage (page) {
  const { default: open } = await import('open')
  await open(page).catch((error) => process.stderr.write(`The page could not be opened: ${error.message}\n`))
}
