import os from 'node:os'

/** @returns {string} today's date, such as 2026-01-31 */
export const formatTodaysDate = () => new Date().toISOString().slice(0, 10)

/** Describes this machine (processor, cores, system), for a result. @returns {{ cpu: string, cores: number, os: string }} */
export function describeMachine () {
  const cpus = os.cpus()
  return { cpu: cpus[0]?.model.trim() ?? 'unknown', cores: os.availableParallelism(), os: `${os.type()} ${os.release()} ${os.arch()}` }
}
