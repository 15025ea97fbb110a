import os from 'node:os'

/** @returns {string} the day on which something is recorded, such as 2026-01-31 */
export const today = () => new Date().toISOString().slice(0, 10)

/** @returns {{ cpu: string, cores: number, os: string }} what a result says of where it was measured */
export function machine () {
  const cpus = os.cpus()
  return { cpu: cpus[0]?.model.trim() ?? 'unknown', cores: os.availableParallelism(), os: `${os.type()} ${os.release()} ${os.arch()}` }
}
