/**
 * Settings of npm and pnpm for short retries. By default npm reports a missing network only after 90 s, and pnpm after 70 s.
 * pnpm 8 to 10 compare the two timeouts as words, so both need the same number of digits.
 */
export const RETRIES = ['fetch-retries=2', 'fetch-retry-mintimeout=1000', 'fetch-retry-maxtimeout=2000']

const NPM = ['--prefer-offline', '--no-audit', '--no-fund', ...RETRIES.map((setting) => `--${setting}`)]

const PNPM = ['--prefer-offline', ...RETRIES.map((setting) => `--config.${setting}`)]

const YARN = ['--non-interactive', '--prefer-offline']

/**
 * @typedef {object} Manager
 * @property {string} command
 * @property {string[]} locked arguments of an install that obeys the lock file
 * @property {string[]} free arguments of an install without a lock file
 * @property {string[]} add arguments that add a package, whose NAME@VERSION follows
 */

/** @type {Record<'npm' | 'pnpm' | 'yarn' | 'berry' | 'bun', Manager>} */
export const PACKAGE_MANAGERS = {
  npm: { command: 'npm', locked: ['ci', ...NPM], free: ['install', '--no-package-lock', ...NPM], add: ['install', ...NPM] },
  pnpm: { command: 'pnpm', locked: ['install', '--frozen-lockfile', ...PNPM], free: ['install', '--no-lockfile', ...PNPM], add: ['add', '--ignore-workspace-root-check', '--config.catalog-mode=manual', ...PNPM] },
  yarn: { command: 'yarn', locked: ['install', '--frozen-lockfile', ...YARN], free: ['install', '--no-lockfile', ...YARN], add: ['add', '--ignore-workspace-root-check', ...YARN] },
  // Berry is yarn 2 and later, which takes other arguments than yarn 1.
  berry: { command: 'yarn', locked: ['install', '--immutable'], free: ['install', '--no-immutable'], add: ['add'] },
  bun: { command: 'bun', locked: ['install', '--frozen-lockfile'], free: ['install', '--no-save'], add: ['add'] },
}

/** Package manager of each lock file, by file name. @type {Record<string, 'npm' | 'pnpm' | 'yarn' | 'bun'>} */
export const SUPPORTED_LOCK_FILES = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
}

/** Package managers that hotpath does not run, by the file names of their lock files. */
export const UNSUPPORTED_LOCK_FILES = { 'deno.lock': 'deno' }

/** Configuration files beside the lock file that change which packages are installed. */
export const PACKAGE_MANAGER_CONFIG_FILES = ['.npmrc', '.yarnrc', '.yarnrc.yml', 'pnpm-workspace.yaml', '.pnpmfile.cjs', '.pnpmfile.mjs']

/** Environment variables that prevent questions and the setup of git hooks during an install, and make yarn use node_modules. */
export const INSTALL_ENVIRONMENT = {
  CI: 'true',
  HUSKY: '0',
  LEFTHOOK: '0',
  SKIP_INSTALL_SIMPLE_GIT_HOOKS: '1',
  YARN_NODE_LINKER: 'node-modules',
}
