import { constants, copyFileSync, existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { neededBy } from 'hotpath/sources'
import { makeFolder, replaceWith } from 'hotpath/files'
import { MY, mineOf, writing } from '@hotpath-labs/project'

/** @typedef {import('hotpath/lab').Lab} Lab @typedef {ReturnType<typeof mineOf>} Place */

/**
 * Copies slow, and what it needs, to the attendee's folder. What is there already stays as it is.
 *
 * @param {Lab} lab
 * @param {Place} [place]
 * @returns {string[]} the files that were not there before
 * @throws {import('@hotpath-labs/project').UnwritableError}
 */
export function copySlow (lab, place = mineOf(lab)) {
  const { folder } = place
  return writing(() => {
    const copied = copies(lab, place).filter(({ from, to }) => {
      makeFolder(dirname(to))
      return isNew(() => copyFileSync(from, to, constants.COPYFILE_EXCL))
    }).map(({ to }) => to)
    // the nearest package.json decides whether a file is an ES module
    isNew(() => writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n', { flag: 'wx' }))
    linkPackages(lab, place)
    return copied
  })
}

/**
 * Lets the attendee's files import what the lab's own can: Node looks for packages beside them and above, and the lab's are not there.
 * Done anew before each measurement, because a project that is moved leaves its links behind.
 *
 * @param {Lab} lab
 * @param {Place} [place]
 */
export function linkPackages (lab, { folder } = mineOf(lab)) {
  const link = join(folder, 'node_modules')
  const isThere = lstatSync(link, { throwIfNoEntry: false })
  if (isThere && (existsSync(link) || !isThere.isSymbolicLink())) return
  const packages = packagesOf(lab.folder)
  if (!packages) return
  writing(() => {
    rmSync(link, { force: true })
    // a junction needs no administrator on Windows; the other systems take it for a link
    isNew(() => symlinkSync(packages, link, 'junction'))
  })
}

/** @param {Lab} lab @param {Place} [place] @returns {boolean} whether every file is still what it was copied from */
export function isUnchanged (lab, place = mineOf(lab)) {
  return copies(lab, place).every(({ from, to }) => existsSync(to) && textOf(from) === textOf(to))
}

/**
 * Moves the attendee's folder away, and copies slow again.
 *
 * @param {Lab} lab
 * @returns {string} where the old one is kept
 * @throws {import('@hotpath-labs/project').UnwritableError}
 */
export function beginAgain (lab) {
  const { folder } = mineOf(lab)
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const kept = writing(() => {
    makeFolder(join(MY, 'backups'))
    let backup = join(MY, 'backups', `${lab.name}-${stamp}`)
    for (let more = 2; existsSync(backup); more++) backup = join(MY, 'backups', `${lab.name}-${stamp}-${more}`)
    replaceWith(folder, backup)
    return backup
  })
  copySlow(lab)
  return kept
}

/** @param {Lab} lab @param {Place} [place] @returns {{ from: string, to: string }[]} the first is the file that is judged */
export function copies (lab, { folder, file } = mineOf(lab)) {
  return neededBy(lab.files.slow).map((path, index) => ({ from: join(lab.folder, path), to: index === 0 ? file : join(folder, path) }))
}

/** @param {string} file @returns {string} without the carriage returns that an editor or git on Windows adds */
export function textOf (file) {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
}

/** @param {string} folder @returns {string | undefined} where Node finds the packages of what is in it */
export function packagesOf (folder) {
  const packages = join(folder, 'node_modules')
  if (existsSync(packages)) return packages
  return dirname(folder) === folder ? undefined : packagesOf(dirname(folder))
}

/** @param {() => void} make @returns {boolean} false where it was there already */
function isNew (make) {
  try {
    make()
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}
