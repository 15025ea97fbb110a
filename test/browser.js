import { existsSync } from 'node:fs'

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', 'C:/Program Files/Google/Chrome/Application/chrome.exe']

/** A Chromium of this machine, if there is one. */
export const executablePath = PLACES.find((place) => place && existsSync(place))

/** Why a test in a browser cannot run; false where it can. */
export const skip = !executablePath && 'there is no Chromium here; set CHROMIUM to its path'
