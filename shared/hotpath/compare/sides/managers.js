/** Short retries: without them the error of a missing network takes 90 s from npm and 70 s from pnpm. */
const RETRIES = ['fetch-retries=2', 'fetch-retry-mintimeout=300', 'fetch-retry-maxtimeout=2000']

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

/** @type {Record<'npm' | 'pnpm' | 'yarn' | 'berry', Manager>} */
export const MANAGERS = {
  npm: { command: 'npm', locked: ['ci', ...NPM], free: ['install', '--no-package-lock', ...NPM], add: ['install', ...NPM] },
  pnpm: { command: 'pnpm', locked: ['install', '--frozen-lockfile', ...PNPM], free: ['install', '--no-lockfile', ...PNPM], add: ['add', '--ignore-workspace-root-check', ...PNPM] },
  yarn: { command: 'yarn', locked: ['install', '--frozen-lockfile', ...YARN], free: ['install', '--no-lockfile', ...YARN], add: ['add', '--ignore-workspace-root-check', ...YARN] },
  // Yarn 2 and later use these arguments.
  berry: { command: 'yarn', locked: ['install', '--immutable'], free: ['install', '--no-immutable'], add: ['add'] },
}

/** Lock files, with the command that reads each. @type {Record<string, 'npm' | 'pnpm' | 'yarn'>} */
export const LOCK_FILES = { 'package-lock.json': 'npm', 'npm-shrinkwrap.json': 'npm', 'pnpm-lock.yaml': 'pnpm', 'yarn.lock': 'yarn' }

/** Lock files of managers that this package does not run. */
export const FOREIGN_LOCK_FILES = { 'bun.lock': 'bun', 'bun.lockb': 'bun', 'deno.lock': 'deno' }

/** Files beside the lock file that change what is installed. */
export const MANAGER_CONFIG_FILES = ['.npmrc', '.yarnrc', '.yarnrc.yml', 'pnpm-workspace.yaml', '.pnpmfile.cjs', '.pnpmfile.mjs']

/** Environment of an install: no questions, no git hooks in the user's repository, packages in node_modules. */
export const INSTALL_ENVIRONMENT = {
  CI: 'true',
  HUSKY: '0',
  LEFTHOOK: '0',
  SKIP_INSTALL_SIMPLE_GIT_HOOKS: '1',
  YARN_NODE_LINKER: 'node-modules',
}
