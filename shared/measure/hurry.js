/**
 * A warm-up of so few requests is not hurried: each of them runs so much code that V8 calls it hot by itself. Hurried, the 24 of mongo-async-sum were compiled before
 * V8 had seen enough: they left a request at 3.9 ms in the place of 3.4, and pairs of equal servers scattered by 6 % in the place of 3.
 */
export const FEW_REQUESTS = 100

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
