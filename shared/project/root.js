import { fileURLToPath } from 'node:url'

/** Path of the repository's folder, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
