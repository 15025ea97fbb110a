/** @import { Examination } from './examination.js' */
/** @import { Sample } from 'hotpath/worker' */

/** Interval in ms between two points of a chart, equal to the interval between samples. */
const STEP_MS = 50

/** @type {{ title: string, unit: string, digits: number, readSample: (sample: Sample) => number, hasLive?: boolean }[]} */
const PANELS = [
  { title: 'CPU, of one core', unit: '%', digits: 0, readSample: ({ cpu }) => cpu * 100 },
  { title: 'Event-loop utilization', unit: '%', digits: 0, readSample: ({ busy }) => busy * 100 },
  { title: 'Longest event-loop delay', unit: 'ms', digits: 1, readSample: ({ delayMs }) => delayMs },
  {
    title: 'Heap and buffers (dots: after a garbage collection)',
    unit: 'MB',
    digits: 1,
    readSample: ({ heapUsed, external }) => (heapUsed + external) / 1e6,
    hasLive: true,
  },
  { title: 'Time in garbage collection', unit: '%', digits: 1, readSample: ({ gcMs, spanMs }) => 100 * gcMs / spanMs },
  { title: 'Open handles and requests', unit: '', digits: 0, readSample: ({ handles }) => handles },
]

/**
 * Builds the data of the page's charts, with the samples of all variants on one time axis.
 *
 * @param {Examination[]} examinations
 * @returns {{ seconds: number[], panels: { title: string, unit: string, lines: (number | null)[][], dots: (number | null)[][] }[] }}
 *   one line per variant, null without a sample; dots for memory after garbage collections
 */
export function buildChartPanels (examinations) {
  const last = Math.max(0, ...examinations.flatMap(({ samples }) => samples.map(({ ms }) => ms)))
  const times = Array.from({ length: Math.floor(last / STEP_MS) + 1 }, (_, index) => index * STEP_MS)
  return {
    seconds: times.map((ms) => ms / 1000),
    panels: PANELS.map(({ title, unit, digits, readSample, hasLive }) => {
      const round = (/** @type {number | undefined} */ value) => value === undefined ? null : Number(value.toFixed(digits))
      return {
        title,
        unit,
        lines: examinations.map(({ samples }) => times.map((time) => {
          const sample = samples.find(({ ms, spanMs }) => ms - spanMs <= time && time <= ms)
          return round(sample && readSample(sample))
        })),
        dots: hasLive
          ? examinations.map(({ live }) => times.map((time) => {
            const reading = live.find(({ ms }) => Math.abs(ms - time) <= STEP_MS / 2)
            return round(reading && reading.bytes / 1e6)
          }))
          : [],
      }
    }),
  }
}
