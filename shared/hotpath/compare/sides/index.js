/**
 * One of the two programs that are compared: base or head.
 *
 * @typedef {object} Side
 * @property {string} label for the screen, such as "main (a1b2c3d)"
 * @property {string} folder absolute, where its processes start: in a checkout the counterpart of the user's folder
 * @property {string[]} perfFiles absolute; those of both sides are in one order
 * @property {Map<string, string[]>} [fromHead] those of the base's perf files that head has added or changed, each with the files that it
 *   imports and that base got from head too: relative to the folder
 * @property {string} [unmetPeer] a package that the project's other packages ask for at another version, and what to type
 * @property {(path: string) => string | undefined} [explainMissing] says why it lacks a file that the user's folder has, and what to type
 * @property {string} [node] path of its Node binary, else process.execPath
 */

/**
 * @typedef {object} Sides
 * @property {Side} base
 * @property {Side} head
 * @property {string[]} notes lines for the screen, such as new perf files, or one install for both
 * @property {() => Promise<void>} remove removes all that was made; a second call does nothing
 */

/** @typedef {(perfFiles: string[]) => Promise<void>} CheckFiles throws for mistakes in perf files, before anything is installed */

/** @typedef {(what: string) => void} OnProgress is called when a step begins, such as "installing base: npm ci" */

export {}
