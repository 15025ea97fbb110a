import os from 'node:os'

/** @returns {{ cpu: string, cores: number, os: string }} what a result says of where it was measured */
export function machine () {
  const cpus = os.cpus()
  return { cpu: cpus[0]?.model.trim() ?? 'unknown', cores: os.availableParallelism(), os: `${os.type()} ${os.release()} ${os.arch()}` }
}
