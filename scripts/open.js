/** @param {string} page a file or an address; if it cannot be opened, a message says so and nothing fails */
export async function openPage (page) {
  const { default: open } = await import('open')
  await open(page).catch((error) => process.stderr.write(`could not open it: ${error.message}\n`))
}
