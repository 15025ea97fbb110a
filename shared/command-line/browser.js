import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { printNotice } from '@hotpath-labs/terminal/terminal.js'

/** Opens a page in the default browser. If no browser opens, prints a message and continues. @param {string} page a file or an address */
export async function openInBrowser (page) {
  const { default: open } = await import('open')
  await open(page).catch((error) => printNotice(`No browser could open the page: ${error.message}. Open it yourself: ${page}`))
}

/** Command names of browsers that are built on Chromium. */
const NAMES = [
  'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge', 'microsoft-edge-stable', 'msedge', 'brave-browser',
]

/** Paths of browsers' programs on macOS. */
const MAC = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

/** Paths of browsers on Windows, relative to the folders in which Windows installs programs. */
const WINDOWS = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe', 'Chromium/Application/chrome.exe']

/**
 * Finds a browser on this machine that can print a page: Chrome, Chromium, Edge or Brave.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} path of its program; the one in CHROME_PATH alone if that is set
 */
export function findBrowser (env = process.env) {
  if (env.CHROME_PATH) return existsSync(env.CHROME_PATH) ? env.CHROME_PATH : undefined
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const onPath = (env.PATH ?? '').split(delimiter).filter(Boolean).flatMap((folder) => NAMES.map((name) => join(folder, name + suffix)))
  const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].flatMap((folder) => folder ?? [])
  const onWindows = folders.flatMap((folder) => WINDOWS.map((program) => join(folder, program)))
  return [...onPath, ...MAC, ...onWindows].find((place) => existsSync(place))
}
