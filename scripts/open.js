/** @param {string} page a file or an address; where it cannot be opened, that is told and nothing ends for it */
export async function openPage (page) {
  const { default: open } = await import('open')
  await open(page).catch((error) => process.stderr.write(`could not open it: ${error.message}\n`))
}
