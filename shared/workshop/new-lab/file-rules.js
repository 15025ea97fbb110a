import { existsSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { builtinModules } from 'node:module'
import { readRecord, readVersions } from '@hotpath-labs/history'
import { DamagedFile, ManifestError } from 'hotpath/lab'
import { filesIn, isScript, neededBy, specifiersOf, Unparsable } from 'hotpath/sources'
import { LABS, labsInOrder, ROOT } from '@hotpath-labs/project'

/** @typedef {import('hotpath/lab').Lab} Lab */

/** One projected screen. */
const MOST_LINES = 40

const LEAST_HINTS = 3

/** Beside the variants. */
const FILES = ['lab.js', 'lab.test.js', 'bench.js', 'README.md', 'hints.md', 'package.json', 'data/records.json']

/** A lab outside of this repository needs none. */
const NOTES = 'notes.md'

/** What the harness writes or links there. */
const OTHERS = [/^data\/(curves\/node\d+|recording|versions)\.json$/]

/** The stations of a README, in their order. */
const STATIONS = ['## The baseline', '## What to look at', '<summary>The fix</summary>', '## The verdict', '## What would make this stop working']

const ROOT_PACKAGE = join(ROOT, 'package.json')

/**
 * What can be said of a lab without measuring it.
 *
 * @param {Lab} lab
 * @returns {Promise<{ faults: string[], isMeasurable: boolean }>} what is wrong with it, each to be read after its name; `isMeasurable`: whether its files work
 *   in another folder, where one of them is exchanged
 */
export async function faultsOf (lab) {
  const unreadable = unreadableIn(lab)
  if (unreadable.length) return { faults: unreadable, isMeasurable: false }
  const needed = new Set(Object.values(lab.files).flatMap((file) => neededBy(file)))
  const outside = outsideFaults(lab)
  const faults = [...fileFaults(lab, needed), ...lengthFaults(lab), ...outside, ...hintFaults(lab), ...readmeFaults(lab), ...dependencyFaults(lab, needed), ...await orderFaults(lab), ...evidenceFaults(lab)]
  return { faults, isMeasurable: outside.length === 0 }
}

/** A file that does not parse, or imports one that is not there: until it does, nothing else can be said. @param {Lab} lab */
function unreadableIn (lab) {
  const { folder, files } = lab
  const own = join(folder, 'package.json')
  const faults = [
    ...[...Object.values(files), ...scriptsOf(lab).map((name) => join(folder, name))].flatMap((file) => faultIn(folder, file, () => neededBy(file))),
    ...existsSync(own) ? faultIn(folder, own, () => JSON.parse(readFileSync(own, 'utf8'))) : [],
  ]
  // several may import one that is broken
  return [...new Set(faults)]
}

/** @param {string} folder @param {string} file @param {() => unknown} read @returns {string[]} */
function faultIn (folder, file, read) {
  try {
    read()
    return []
  } catch (error) {
    const broken = error instanceof Unparsable ? error.file : file
    return [`${relative(folder, broken).replaceAll(sep, '/')} cannot be read: ${error.message.split('\n')[0]}`]
  }
}

/** @param {Lab['manifest']} manifest @returns {string[]} the file of the server that its variants ask, if they ask one */
function downstreamOf ({ services }) {
  return services.flatMap(({ programs = [] }) => programs)
}

/** @param {Lab} lab @returns {string[]} those of its files that are no variants and run nevertheless */
function scriptsOf ({ folder, manifest }) {
  return ['lab.js', 'lab.test.js', 'bench.js', ...downstreamOf(manifest)].filter((file) => existsSync(join(folder, file)))
}

/** @param {Lab} lab @param {Set<string>} needed by its variants */
function fileFaults (lab, needed) {
  const { folder } = lab
  const expected = isOurs(lab) ? [...FILES, NOTES] : FILES
  const known = new Set([...FILES, NOTES, ...needed, ...scriptsOf(lab).flatMap((file) => neededBy(join(folder, file)))])
  return [
    ...expected.filter((file) => !existsSync(join(folder, file))).map((file) => `${file} is missing`),
    ...pathsIn(folder).filter((file) => !known.has(file) && !OTHERS.some((other) => other.test(file))).map((file) => `${file} is unexpected: no variant, test or bench.js needs it`),
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
    const outside = neededBy(file).filter((path) => path.startsWith('..'))
    return outside.map((path) => `${basename(file)} imports ${relative(folder, join(folder, path))}; expected imports from inside the lab's folder only`)
  })
}

/** @param {Lab} lab */
function hintFaults ({ hints }) {
  return hints.length < LEAST_HINTS ? [`hints.md has ${hints.length} numbered hints; expected at least ${LEAST_HINTS}: the first says where to look, the last what to write`] : []
}

/** @param {Lab} lab */
function readmeFaults ({ name, folder, manifest }) {
  const file = join(folder, 'README.md')
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  const wanted = [`# ${manifest.title}`, `> ${manifest.question}`, ...STATIONS, `<!-- result of ${name},`]
  const missing = wanted.filter((line) => !text.includes(`\n${line}`) && !text.startsWith(line))
  const places = STATIONS.map((station) => text.indexOf(station))
  if (missing.length) return missing.map((line) => `README.md has no line ${JSON.stringify(line)}`)
  const whole = text.replace(/\s+/g, ' ')
  const unexplained = [
    ...manifest.limit || /\bno `?limit\b/.test(whole) ? [] : ['limit'],
    ...Object.keys(manifest.counters).length || /\bno counter\b/.test(whole) ? [] : ['counter'],
  ]
  if (unexplained.length) return unexplained.map((what) => `lab.js has no ${what}, and README.md does not say why: expected a sentence with "no ${what}"`)
  return places.some((place, index) => index && place < places[index - 1]) ? [`README.md has its sections in another order than expected: ${STATIONS.join(', ')}`] : []
}

/** @param {Lab} lab @param {Set<string>} needed by its variants */
function dependencyFaults ({ folder, manifest }, needed) {
  const own = join(folder, 'package.json')
  if (!existsSync(own)) return []
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(own, 'utf8'))
  const shared = JSON.parse(readFileSync(ROOT_PACKAGE, 'utf8'))
  const running = [...needed, ...downstreamOf(manifest)].filter(isScript)
  const around = pathsIn(folder).filter((file) => isScript(file) && !running.includes(file))
  const used = packagesIn(folder, running)
  const usedAround = packagesIn(folder, around)
  const known = [...Object.keys(dependencies), ...Object.keys(devDependencies), ...Object.keys(shared.dependencies), ...Object.keys(shared.devDependencies)]
  // express finds a view engine by its name
  const isNamed = (/** @type {string} */ name) => running.some((file) => readFileSync(join(folder, file), 'utf8').includes(`'${name}'`))
  return [
    ...used.filter((name) => !Object.hasOwn(dependencies, name)).map((name) => `package.json: expected ${name} among the dependencies, because a variant imports it`),
    ...Object.keys(dependencies).filter((name) => !used.includes(name) && !isNamed(name)).map((name) => `package.json: no variant needs the dependency ${name}`),
    ...usedAround.filter((name) => !known.includes(name)).map((name) => `package.json: expected ${name} among the devDependencies, because bench.js or a test imports it`),
    ...Object.keys(devDependencies).filter((name) => !usedAround.includes(name)).map((name) => `package.json: neither bench.js nor a test needs the devDependency ${name}`),
  ]
}

/** @param {Lab} lab */
function isOurs ({ folder }) {
  return folder.startsWith(LABS)
}

/** @param {Lab} lab */
async function orderFaults (lab) {
  if (!isOurs(lab)) return []
  if (!lab.manifest.workshop) return ["lab.js has no field workshop; expected { place: 21, minutes: 20, why: '…' }, the lab's place in the workshop and the reason"]
  try {
    await labsInOrder()
    return []
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error
    return [error.message]
  }
}

/** @param {Lab} lab @returns {string[]} evidence that this version cannot read, such as hashes of an unknown form */
function evidenceFaults (lab) {
  const curves = pathsIn(lab.folder).flatMap((path) => {
    const [, major] = path.match(/^data\/curves\/node(\d+)\.json$/) ?? []
    return major ? [{ path, major: Number(major) }] : []
  })
  const faults = curves.flatMap(({ path, major }) => {
    const { problem } = readRecord(join(lab.folder, path), major)
    return problem ? [`${path} cannot be used: ${problem}`] : []
  })
  try {
    readVersions(lab)
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    faults.push(error.message)
  }
  return faults
}

/** @param {string} folder @param {string[]} files @returns {string[]} packages that they import */
function packagesIn (folder, files) {
  const specifiers = files.flatMap((file) => specifiersOf(join(folder, file)))
  const bare = specifiers.filter((specifier) => !/^(\.|\/|node:)/.test(specifier) && !builtinModules.includes(specifier))
  return [...new Set(bare.map((specifier) => specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/')))]
}

/** @param {string} folder @returns {string[]} its files, relative and with slashes */
function pathsIn (folder) {
  return filesIn(folder).map((file) => relative(folder, file).replaceAll(sep, '/'))
}
