import { fileURLToPath } from 'node:url'

/** Folder of the repository, absolute, with a separator at its end. Its package.json has a `main`, so `node FOLDER` runs it. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
