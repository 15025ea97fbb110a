/** The time between two points of a drawing: that of the samples. */
const STEP_MS = 50

/** @typedef {import('./examination.js').Examination} Examination @typedef {import('../vitals.js').Sample} Sample */

/**
 * What is drawn over the time of the run, one panel each.
 *
 * @type {{ title: string, unit: string, digits: number, value: (sample: Sample) => number, readings?: (examination: Examination) => { ms: number, bytes: number }[] }[]}
 */
const PANELS = [
  { title: 'CPU, of one core', unit: '%', digits: 0, value: ({ cpu }) => cpu * 100 },
  { title: 'Event-loop utilization', unit: '%', digits: 0, value: ({ busy }) => busy * 100 },
  { title: 'Longest event-loop delay', unit: 'ms', digits: 1, value: ({ delayMs }) => delayMs },
  { title: 'Heap and buffers (dots: after a garbage collection)', unit: 'MB', digits: 1, value: ({ heapUsed, external }) => (heapUsed + external) / 1e6, readings: ({ live }) => live },
  { title: 'Time in garbage collection', unit: '%', digits: 1, value: ({ gcMs, spanMs }) => 100 * gcMs / spanMs },
  { title: 'Open handles and requests', unit: '', digits: 0, value: ({ handles }) => handles },
]

/**
 * The samples of all variants on one axis of time.
 *
 * @param {Examination[]} examinations
 * @returns {{ seconds: number[], panels: { title: string, unit: string, digits: number, lines: (number | null)[][], dots: (number | null)[][] }[] }}
 *   of each panel a line for each variant, null where nothing is known; dots only where it has readings
 */
export function drawn (examinations) {
  const last = Math.max(0, ...examinations.flatMap(({ samples }) => samples.map(({ ms }) => ms)))
  const times = Array.from({ length: Math.floor(last / STEP_MS) + 1 }, (_, index) => index * STEP_MS)
  return {
    seconds: times.map((ms) => ms / 1000),
    panels: PANELS.map(({ title, unit, digits, value, readings }) => ({
      title,
      unit,
      digits,
      lines: examinations.map(({ samples }) => times.map((time) => {
        const sample = samples.find(({ ms, spanMs }) => ms - spanMs <= time && time <= ms)
        return sample ? Number(value(sample).toFixed(digits)) : null
      })),
      dots: readings
        ? examinations.map((examination) => {
          const dots = readings(examination)
          return times.map((time) => {
            const dot = dots.find(({ ms }) => Math.abs(ms - time) <= STEP_MS / 2)
            return dot ? Number((dot.bytes / 1e6).toFixed(digits)) : null
          })
        })
        : [],
    })),
  }
}
