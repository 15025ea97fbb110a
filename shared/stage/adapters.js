/** @import { Judging } from './board.js' */
/** @import { ProfileEvent } from './flame.js' */
/** @import { Origin } from './messages.js' */
/** @import { StageEvent } from './run.js' */
/** @import { Result } from 'hotpath/measure' */

/**
 * @typedef {{ screen: number, step: number, blank: boolean }} Place of the pages
 * @typedef {{ kind: 'live', began: string } | { kind: 'recording', speed: number } & Origin} Source of the shown run
 *
 * @typedef {object} StageAdapters adapters of a stage: processes, files and the terminal
 * @property {(onEvent: (event: StageEvent) => void, onEnd: () => void) => { stop: () => void }} measure
 *   starts a measurement in its own process
 * @property {(onEvent: (event: ProfileEvent) => void) => { done: Promise<string | undefined>, stop: () => void }} profile
 *   starts the profiler; `done` resolves with the reason if it fails
 * @property {string} flamePage absolute path of the profile's page
 * @property {string} flameData absolute path of the data on that page
 * @property {string} recordings absolute path of the folder for recordings of all runs
 * @property {(text: string) => void} tell writes a line to the terminal
 * @property {(result: Result) => void} [onResult] receives the result of a live run
 * @property {Judging} [board] for a stage with a leaderboard
 */

export {}
