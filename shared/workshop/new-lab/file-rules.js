import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename, dirname, join, relative, sep } from 'node:path'
import { readLabRecords } from '@hotpath-labs/records/records.js'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { DamagedFileError } from '@hotpath-labs/lab/data.js'
import { listExerciseSteps } from '@hotpath-labs/lab/exercise.js'
import { listFilesInFolder, listFilesOfVariant, listImports } from '@hotpath-labs/lab/sources.js'
import { isJavaScriptFile, UnparsableFileError } from '@hotpath-labs/engine/syntax.js'
import { LABS_FOLDER, ROOT } from '@hotpath-labs/lab/project/project.js'
import { loadLabsInOrder } from '@hotpath-labs/lab/project/timetable.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Manifest } from '@hotpath-labs/lab/manifest.js'
 */

/** Largest number of lines in a variant's file: more lines do not fit on a projected screen. */
const MOST_LINES = 40

const LEAST_HINTS = 3

/** File with the hints of an exercise. A demonstration has no hints. */
const HINTS = 'hints.md'

/** Files that every lab has in addition to its variants. */
const FILES = ['lab.js', 'lab.test.js', 'bench.js', 'README.md', HINTS, 'package.json', 'data/records.json']

/** File with the speaker notes. A lab outside of this repository needs no notes. */
const NOTES = 'notes.md'

/** Optional file with a drawing of the cause that the lab measures, shown on the lab's page. */
const DRAWING = 'mechanism.svg'

/** Files that commands write. */
const WRITTEN = /^data\/(recording\.json|sizes\.json|(chart|sizes)\.svg)$/

/** Sections of a lab's README, in the expected order. */
const SECTIONS = ['## The baseline', '## What to look at', '<summary>The fix</summary>', '## The verdict', '## What would make this stop working']

const ROOT_PACKAGE = join(ROOT, 'package.json')

/**
 * Checks the files of a lab, without measuring.
 *
 * @param {Lab} lab
 * @returns {Promise<{ faults: string[], isMeasurable: boolean }>} a sentence for each fault, without the lab's name;
 *   `isMeasurable`: the programs also run in another folder, where check-labs exchanges one of them
 */
export async function findLabFaults (lab) {
  const unreadable = unreadableFaults(lab)
  if (unreadable.length) return { faults: unreadable, isMeasurable: false }
  const needed = new Set(Object.values(lab.files).flatMap((file) => listFilesOfVariant(file)))
  const outside = outsideFaults(lab)
  const faults = [...fileFaults(lab, needed), ...lengthFaults(lab), ...outside, ...hintFaults(lab), ...readmeFaults(lab),
    ...dependencyFaults(lab, needed), ...await orderFaults(lab), ...evidenceFaults(lab)]
  return { faults, isMeasurable: outside.length === 0 }
}

/** Finds files that do not parse, or that import a missing file. The other checks work only without such files. @param {Lab} lab */
function unreadableFaults (lab) {
  const { folder, files } = lab
  const own = join(folder, 'package.json')
  const scripts = [...Object.values(files), ...findScripts(lab).map((name) => join(folder, name))]
  const faults = [
    ...scripts.flatMap((file) => readFaults(folder, file, () => listFilesOfVariant(file))),
    ...existsSync(own) ? readFaults(folder, own, () => JSON.parse(readFileSync(own, 'utf8'))) : [],
  ]
  // reports a broken file only once, although several files may import the broken file
  return [...new Set(faults)]
}

/** @param {string} folder @param {string} file @param {() => unknown} read @returns {string[]} */
function readFaults (folder, file, read) {
  try {
    read()
    return []
  } catch (error) {
    const { file: broken = file, why = error.message } = error instanceof UnparsableFileError ? error : {}
    return [`${relative(folder, broken).replaceAll(sep, '/')} cannot be read: ${why.split('\n')[0]}`]
  }
}

/** @param {Manifest} manifest @returns {string[]} files that the lab's services run */
function servicePrograms ({ services }) {
  return services.flatMap(({ programs = [] }) => programs)
}

/** @param {string} folder of a lab @param {string} file in it @returns {string[]} the files that it needs, from the lab's folder */
function listFromLab (folder, file) {
  return listFilesOfVariant(file).map((path) => relative(folder, join(dirname(file), path)).replaceAll(sep, '/'))
}

/** @param {Lab} lab @returns {string[]} files that run and are no variants: any program of a lab that judges its exercise itself */
function findScripts ({ folder, manifest }) {
  const programs = manifest.exercise ? listPaths(folder).filter((file) => /\.c?js$/.test(file)) : []
  return ['lab.js', 'lab.test.js', 'bench.js', ...servicePrograms(manifest), ...programs].filter((file) => existsSync(join(folder, file)))
}

/** @param {Lab} lab @param {Set<string>} needed by its variants */
function fileFaults (lab, needed) {
  const { folder } = lab
  const needsHints = !lab.manifest.demonstration
  const expected = [...FILES, ...isOfThisRepository(lab) ? [NOTES] : []].filter((file) => file !== HINTS || needsHints)
  const loaded = findScripts(lab).flatMap((file) => listFromLab(folder, join(folder, file)))
  const known = new Set([...FILES, NOTES, DRAWING, ...needed, ...loaded])
  return [
    ...expected.filter((file) => !existsSync(join(folder, file))).map((file) => `${file} is missing`),
    ...listPaths(folder).filter((file) => !known.has(file) && !WRITTEN.test(file))
      .map((file) => `${file} is unexpected: no variant, test or bench.js needs the file`),
  ]
}

/** @param {Lab} lab */
function lengthFaults ({ files }) {
  return Object.values(files).flatMap((file) => {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length
    return lines > MOST_LINES ? [`${basename(file)} has ${lines} lines; expected at most ${MOST_LINES}, which fit on a projected screen`] : []
  })
}

/** @param {Lab} lab */
function outsideFaults ({ folder, files }) {
  return Object.values(files).flatMap((file) => {
    const outside = listFilesOfVariant(file).filter((path) => path.startsWith('..'))
    return outside.map((path) => `${basename(file)} imports ${relative(folder, join(folder, path))}; expected imports from inside the lab's folder only`)
  })
}

/** @param {Lab} lab */
function hintFaults ({ hints, manifest }) {
  if (manifest.demonstration) return hints.length ? ['hints.md is unexpected: a demonstration has no exercise. Delete the file'] : []
  const few = `hints.md has ${hints.length} numbered hints; expected at least ${LEAST_HINTS}: the first hint says where to look, the last hint says what to write`
  const steps = listExerciseSteps(manifest).map(({ variant }) => variant)
  const given = [...new Set(hints.flatMap(({ step }) => step ?? []))]
  // hints need headings only if the exercise has several steps
  const isInOrder = given.join() === steps.join() || (given.length === 0 && steps.length === 1)
  return [
    ...hints.length >= LEAST_HINTS ? [] : [few],
    ...isInOrder ? [] : [`hints.md has hints under the headings ${given.join(', ') || '(none)'}; expected one ## heading for each step, in order: ${steps.join(', ')}`],
  ]
}

/** @param {Lab} lab */
function readmeFaults ({ name, folder, manifest }) {
  const file = join(folder, 'README.md')
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  const wanted = [`# ${manifest.title}`, `> ${manifest.question}`, ...SECTIONS, `<!-- result of ${name},`]
  const missing = wanted.filter((line) => !text.includes(`\n${line}`) && !text.startsWith(line))
  const places = SECTIONS.map((section) => text.indexOf(section))
  if (missing.length) return missing.map((line) => `README.md has no line ${JSON.stringify(line)}`)
  const whole = text.replace(/\s+/g, ' ')
  const unexplained = [
    ...manifest.limit || /\bno `?limit\b/.test(whole) ? [] : ['limit'],
    ...Object.keys(manifest.counters).length || /\bno counter\b/.test(whole) ? [] : ['counter'],
  ]
  if (unexplained.length) return unexplained.map((what) => `lab.js has no ${what}, and README.md does not say why: expected a sentence with "no ${what}"`)
  const isInOrder = places.every((place, index) => index === 0 || place >= places[index - 1])
  return isInOrder ? [] : [`README.md has its sections in another order than expected: ${SECTIONS.join(', ')}`]
}

/** @param {Lab} lab @param {Set<string>} needed by its variants */
function dependencyFaults ({ folder, manifest }, needed) {
  const own = join(folder, 'package.json')
  if (!existsSync(own)) return []
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(own, 'utf8'))
  const shared = JSON.parse(readFileSync(ROOT_PACKAGE, 'utf8'))
  const running = [...needed, ...servicePrograms(manifest)].filter(isJavaScriptFile)
  const around = listPaths(folder).filter((file) => isJavaScriptFile(file) && !running.includes(file))
  const used = importedPackages(folder, running)
  const usedAround = importedPackages(folder, around)
  const known = [dependencies, devDependencies, shared.dependencies, shared.devDependencies].flatMap(Object.keys)
  // counts a package as used if the code contains its name, because express loads a view engine without an import
  const isNamed = (/** @type {string} */ name) => running.some((file) => readFileSync(join(folder, file), 'utf8').includes(`'${name}'`))
  return [
    ...used.filter((name) => !Object.hasOwn(dependencies, name))
      .map((name) => `package.json: expected ${name} among the dependencies, because a variant imports it`),
    ...Object.keys(dependencies).filter((name) => !used.includes(name) && !isNamed(name))
      .map((name) => `package.json: no variant needs the dependency ${name}`),
    ...usedAround.filter((name) => !known.includes(name))
      .map((name) => `package.json: expected ${name} among the devDependencies, because bench.js or a test imports it`),
    ...Object.keys(devDependencies).filter((name) => !usedAround.includes(name))
      .map((name) => `package.json: neither bench.js nor a test needs the devDependency ${name}`),
  ]
}

/** @param {Lab} lab */
function isOfThisRepository ({ folder }) {
  return folder.startsWith(LABS_FOLDER)
}

/** @param {Lab} lab */
async function orderFaults (lab) {
  if (!isOfThisRepository(lab)) return []
  if (!lab.manifest.workshop) return ["lab.js has no field workshop; expected workshop: { place: 3, minutes: 20, why: '…' }, with a place of its own"]
  try {
    await loadLabsInOrder()
    return []
  } catch (error) {
    if (!(error instanceof HotpathError)) throw error
    return [error.message]
  }
}

/** Finds recorded ratios that this version of the project cannot read. @param {Lab} lab @returns {string[]} */
function evidenceFaults (lab) {
  try {
    readLabRecords(lab.folder)
    return []
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error
    return [error.message]
  }
}

/** @param {string} folder @param {string[]} files @returns {string[]} imported packages */
function importedPackages (folder, files) {
  const specifiers = files.flatMap((file) => listImports(join(folder, file)))
  const bare = specifiers.filter((specifier) => !/^(\.|\/|node:)/.test(specifier) && !builtinModules.includes(specifier))
  return [...new Set(bare.map((specifier) => specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/')))]
}

/** @param {string} folder @returns {string[]} relative paths of its files, with slashes */
function listPaths (folder) {
  return listFilesInFolder(folder).map((file) => relative(folder, file).replaceAll(sep, '/'))
}
