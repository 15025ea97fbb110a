import './cli.js'

// copies the environment when it loads: before a test changes it

/** Runs several test files in one process, because each start of tap, and of what its tests import, costs a second. */
const [group] = process.argv.slice(2)
for (const file of JSON.parse(String(process.env.HOTPATH_TEST_GROUPS))[Number(group)]) await import(new URL(`../${file}`, import.meta.url).href)
