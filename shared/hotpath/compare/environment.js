/** Variables that attach a debugger, a coverage report or a cache of compiled code to each measured process. */
const DISTURBING = /^(?:NODE_V8_COVERAGE|NODE_COMPILE_CACHE|NODE_TEST_CONTEXT|VSCODE_INSPECTOR_OPTIONS)$/i

/** Flags in NODE_OPTIONS that do the same, and loaders of debuggers and coverage tools. */
const DISTURBING_FLAG = /^--(?:inspect|debug-port|cpu-prof|heap-prof|prof\b|test\b|experimental-test-coverage)|js-debug|bootloader|processinfo|\b(?:nyc|c8)\b/

/** Variables of the channel to a parent process, which are not the user's. */
const CHANNEL = /^NODE_(?:CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|UNIQUE_ID)$/i

/** Variables that change Node itself, or what many packages do. */
const CHANGES_NODE = /^(?:NODE_\w+|UV_\w+|DEBUG)$/i

/** Pattern for one flag of NODE_OPTIONS, whose value may be in quotes or a word of its own. */
const FLAG = /(?:[^\s"]|"(?:\\.|[^"\\])*")+(?:\s+(?!-)(?:[^\s"]|"(?:\\.|[^"\\])*")+)?/g

/**
 * Reads the environment for measured processes and for `--setup`: the user's, without the variables that disturb measuring.
 *
 * @returns {{ env: Record<string, string | undefined>, names: string[], removed: string[] }} `env`: undefined removes a variable; `names`:
 *   of the variables that change Node
 */
export function readUserEnvironment () {
  const { NODE_OPTIONS = '', ...rest } = process.env
  const flags = NODE_OPTIONS.match(FLAG) ?? []
  const kept = flags.filter((flag) => !DISTURBING_FLAG.test(flag))
  /** @type {Record<string, string | undefined>} */
  const env = { ...rest, NODE_OPTIONS: kept.length ? kept.join(' ') : undefined }
  const disturbing = Object.keys(rest).filter((name) => DISTURBING.test(name))
  for (const name of Object.keys(rest)) if (DISTURBING.test(name) || CHANNEL.test(name)) env[name] = undefined
  return {
    env,
    names: Object.keys(env).filter((name) => env[name] !== undefined && CHANGES_NODE.test(name)).sort(),
    removed: [...disturbing, ...flags.filter((flag) => !kept.includes(flag)).map((flag) => `${flag.split(/[\s=]/)[0]} of NODE_OPTIONS`)],
  }
}
