import { resolve } from 'node:path'

/** pnpm starts a script in the project's folder, whatever folder it was called from. @param {string} path as it was typed @returns {string} an absolute one */
export function fromCaller (path) {
  return resolve(process.env.INIT_CWD ?? '', path)
}
