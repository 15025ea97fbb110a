/**
 * Warms a process up with V8's thresholds lowered, and puts them back: what is measured afterwards runs as V8 would have it.
 *
 * @template T
 * @param {Pick<import('./run.js').Run, 'tiers'>} run
 * @param {import('./process/process.js').MeasuredProcess} measured
 * @param {() => Promise<T>} warmUp
 * @returns {Promise<T>}
 */
export async function hurried ({ tiers }, measured, warmUp) {
  await measured.ask('flags', { flags: tiers.sooner })
  const warmed = await warmUp()
  await measured.ask('flags', { flags: tiers.usual })
  return warmed
}
