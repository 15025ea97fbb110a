import { createHash } from 'node:crypto'
import { readFileSync, existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { isBuiltin, createRequire } from 'node:module'
import { basename, extname, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { listReferences } from '@hotpath-labs/engine/syntax.js'
import { listFolderAndParents } from './install-plan.js'
import { readPackageJson } from './package-json.js'
import { isSameFile, parseProgram, readCode } from './same-code.js'

/** Node's own modules, such as `fs`, with which a program can load or read files that its imports do not show. */
const HIDING_MODULES = ['child_process', 'cluster', 'fs', 'fs/promises', 'module', 'process', 'repl', 'sqlite', 'vm', 'wasi', 'worker_threads']

/** Variables that hold a path, which a program can use to read files that its imports do not show. */
const HIDING_NAMES = ['__dirname', '__filename']

/** Properties of `process` and `module` with which a program can load or read files that its imports do not show. */
const HIDING_PROPERTIES = ['binding', 'chdir', 'cwd', 'dlopen', 'getBuiltinModule', 'loadEnvFile', 'mainModule', 'require']

/** @param {any} node @returns {boolean} true for the variables `process` and `module` */
const isHidingObject = (node) => node?.type === 'Identifier' && ['process', 'module'].includes(node.name)

/** @param {{ key?: any, computed?: boolean }} property @returns {boolean} true also where its name is not known */
const isHidingProperty = ({ key, computed }) => computed || key?.type !== 'Identifier' || HIDING_PROPERTIES.includes(key.name)

/** Packages that read files of the project, such as config/default.json. */
const READING_PACKAGES = ['config', 'convict', 'cosmiconfig', 'dotenv', 'lilconfig', 'nconf', 'rc']

/**
 * @typedef {object} Loads
 * @property {string[]} specifiers of its imports and requires, without Node's own modules
 * @property {string[]} strings all other strings, which may name a file or a package
 */

/**
 * Lists the modules that a program imports or requires, and all other strings of the program.
 *
 * @param {string} file absolute
 * @returns {Loads | null} null where its text does not show all that it loads or reads
 */
function listLoadedModules (file) {
  const program = parseProgram(file)
  if (!program) return null
  /** @type {string[]} */
  const strings = []
  let hidden = 0
  const { specifiers, unknown, requires } = listReferences(program, {
    MetaProperty: ({ meta }) => { if (meta.name === 'import') hidden++ },
    Identifier: ({ name }) => { if (name === 'require' || HIDING_NAMES.includes(name)) hidden++ },
    MemberExpression ({ object, property, computed }) {
      if (isHidingObject(object) && isHidingProperty({ key: property, computed })) hidden++
    },
    VariableDeclarator ({ id, init }) {
      if (isHidingObject(init) && (id.type !== 'ObjectPattern' || id.properties.some(isHidingProperty))) hidden++
    },
    Literal: ({ value }) => { if (typeof value === 'string') strings.push(value) },
    TemplateElement: ({ value }) => { strings.push(value.cooked ?? '') },
  })
  const modules = specifiers.filter((specifier) => isBuiltin(specifier)).map((specifier) => specifier.replace(/^node:/, ''))
  // a plain call of `require` hides nothing
  if (unknown + hidden > requires || modules.some((name) => HIDING_MODULES.includes(name))) return null
  const loaded = new Set(specifiers.filter((specifier) => !isBuiltin(specifier)))
  return { specifiers: [...loaded], strings: strings.filter((text) => !loaded.has(text)) }
}

/** Name of this package, which is not hashed because base and head load the same copy. */
const OWN_PACKAGE = 'hotpath'

/** Maximum length of a path in characters: a longer string in a program is not looked up as a file. */
const MOST_PATH = 255

/** @typedef {{ own: string, hashPackages: () => string }} Loaded `own`: hash of the user's own files */

/**
 * Returns true if two perf files and all that they load are the same program. Comments in the user's own files do not count. Nor does the
 * name of a file that only one side has, because a bundler changes names such as `chunk-1a2b.js` when only a comment changes. Flags,
 * files that flags load, and the version of Node are not compared.
 *
 * @param {[file: string, folder: string]} base as for findLoaded
 * @param {[file: string, folder: string]} head
 * @returns {boolean} false also where this cannot be known
 */
export function loadSameFiles (base, head) {
  const [entry, other] = [realpathSync(base[0]), realpathSync(head[0])]
  const [findInHead, findInBase] = [[entry, other], [other, entry]].map(([from, to]) =>
    (/** @type {string} */ path) => path === from ? to : resolve(dirname(to), relative(dirname(from), path)))
  const isInHead = (/** @type {string} */ path) => existsSync(findInHead(path))
  // Most changes are in one file. Once it is found, no other file has to be parsed.
  const isChanged = (/** @type {string} */ path) => isInHead(path) && !isSameFile(path, findInHead(path), path)
  const from = findLoaded(...base, { isChanged, isInBoth: isInHead })
  const to = from && findLoaded(...head, { isInBoth: (path) => existsSync(findInBase(path)) })
  // packages last: they have most of the files
  return Boolean(from && to && from.own === to.own && from.hashPackages() === to.hashPackages())
}

/**
 * Finds a perf file with all files and packages that it loads.
 *
 * @param {string} file absolute
 * @param {string} folder absolute, where the side's processes start
 * @param {object} [other] what is known of the other side
 * @param {(file: string) => boolean} [other.isChanged] true for a file of the user that ends the search, if all that it loads has the same
 *   name on both sides
 * @param {(file: string) => boolean} [other.isInBoth] false for a file of the user whose name does not count
 * @returns {Loaded | null} null where a file is changed, or where this cannot be known: a dynamic import or require, a program that reads
 *   files, a package that reads the project's files, TypeScript without its compiler, a package that imports itself, or a package of the
 *   repository that is not built or has patterns in `exports`
 */
export function findLoaded (file, folder, { isChanged = () => false, isInBoth = () => true } = {}) {
  const entry = realpathSync(file)
  const found = { files: new Set([entry]), packages: new Set() }
  const visited = new Set()
  // A loop over a Set also visits entries added meanwhile, so these loops follow imports of imports.
  for (const one of found.files) {
    const loaded = isData(one) ? { files: [], packages: [] } : traceFile(one, folder)
    if (!loaded || (isChanged(one) && loaded.files.every(isInBoth))) return null
    for (const path of loaded.files) found.files.add(path)
    for (const path of loaded.packages) found.packages.add(path)
    for (const path of found.packages) {
      if (visited.has(path)) continue
      visited.add(path)
      if (isInstalled(path) && READING_PACKAGES.includes(basename(path))) return null
      for (const dependency of findDependencies(path)) found.packages.add(dependency)
      const entries = isInstalled(path) ? [] : listEntryFiles(path)
      if (!entries) return null
      for (const file of entries) found.files.add(file)
    }
  }
  // A name that only one side has is replaced by its place in the order of imports.
  const renamed = [...found.files].flatMap((path, index) => isInBoth(path) ? [] : [[basename(path), `#${index}${extname(path)}`]])
  const rename = (/** @type {string} */ text) => renamed.reduce((before, [name, number]) => before.replaceAll(name, number), text)
  const readOwn = (/** @type {string} */ path, code = readCode(path)) => typeof code === 'string' ? rename(code) : code
  const place = (/** @type {string} */ path) => path === entry ? '' : rename(relative(dirname(entry), path).replaceAll(sep, '/'))
  const combine = (/** @type {string[]} */ parts) => hash(parts.sort().join('\n'))
  return {
    own: combine([...found.files].map((path) => `file ${place(path)} ${readType(path)} ${hash(readOwn(path))}`)),
    hashPackages: () =>
      combine([...found.packages].map((path) => `package ${readPackageJson(join(path, 'package.json')).name} ${hashFolder(path)}`)),
  }
}

/** @param {string} file @returns {boolean} true for a file that loads nothing */
function isData (file) {
  return ['.json', '.node', '.wasm'].includes(extname(file))
}

/**
 * @param {string} file of the user
 * @param {string} folder
 * @returns {{ files: string[], packages: string[] } | undefined} what it loads itself, absolute; undefined where this cannot be known
 */
function traceFile (file, folder) {
  const loads = listLoadedModules(file)
  if (!loads || loads.strings.some((text) => namesFile(text, [folder, dirname(file)]))) return undefined
  const own = loads.specifiers.filter((specifier) => specifier !== OWN_PACKAGE && !specifier.startsWith(`${OWN_PACKAGE}/`))
  const isRelative = (/** @type {string} */ specifier) => /^\.\.?(?:\/|$)/.test(specifier)
  const files = own.filter(isRelative).map((specifier) => resolveFile(specifier, file))
  const named = own.filter((specifier) => !isRelative(specifier))
  const { name, exports } = readNearestPackage(file)
  // A package with `exports` can import itself by its name, and Node then loads the package itself instead of a copy in node_modules.
  if (exports && named.map(toPackageName).includes(name)) return undefined
  const packages = named.map((specifier) => findPackage(toPackageName(specifier), dirname(file)))
  files.push(...named.flatMap((specifier, index) => listFilesInside(specifier, packages[index])))
  // A string may name a package to load: for example, Express loads a view engine by its name.
  const byText = loads.strings.map((text) => findPackage(text, dirname(file))).filter((path) => path !== undefined)
  if (files.includes(undefined) || packages.includes(undefined)) return undefined
  return { files: /** @type {string[]} */ (files), packages: /** @type {string[]} */ ([...packages, ...byText]) }
}

/** @param {string} text @param {string[]} folders @returns {boolean} true where it is the relative path of a file or folder */
function namesFile (text, folders) {
  if (text.length > MOST_PATH || isAbsolute(text) || /^[./\\]*$|\0/.test(text)) return false
  return folders.some((folder) => existsSync(resolve(folder, text)))
}

/** @param {string} specifier @param {string} from @returns {string | undefined} */
function resolveFile (specifier, from) {
  try {
    const file = fileURLToPath(new URL(specifier, pathToFileURL(from)))
    // TypeScript imports ./part.ts by the name ./part.js, and a loader such as tsx also finds it by ./part
    const named = [file, file.replace(/\.([cm]?)js(x?)$/, '.$1ts$2'), `${file}.ts`].find((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    return realpathSync(named ?? createRequire(from).resolve(specifier))
  } catch {
    return undefined
  }
}

/** @param {string} specifier @returns {string} */
function toPackageName (specifier) {
  return specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}

/** @param {string} name @param {string} from a folder @returns {string | undefined} the package's folder, without links */
function findPackage (name, from) {
  if (!/^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*$/.test(name)) return undefined
  const folder = listFolderAndParents(parse(from).root, from).map((path) => join(path, 'node_modules', name)).find((path) => existsSync(join(path, 'package.json')))
  return folder && realpathSync(folder)
}

/** @param {string} folder of a package @returns {string[]} folders of the packages that it may load */
function findDependencies (folder) {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = readPackageJson(join(folder, 'package.json'))
  // `peerDependenciesMeta` alone also lets a package load another one
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies, ...peerDependenciesMeta })
  return names.map((name) => findPackage(name, folder)).filter((path) => path !== undefined)
}

/** @param {string} folder of a package, without links @returns {boolean} false for a package of the user's own repository */
function isInstalled (folder) {
  return folder.split(sep).includes('node_modules')
}

/**
 * Lists the files with which a package of the user's own repository can be entered. They are traced like the user's other files, because
 * such a package may load files and packages that its package.json does not list.
 *
 * @param {string} folder of the package
 * @returns {string[] | undefined} absolute, without links; undefined where `exports` has patterns, or where no such file exists. Other
 *   files than programs, such as style sheets, are only part of the package's own hash
 */
function listEntryFiles (folder) {
  const { main, module, exports } = readPackageJson(join(folder, 'package.json'))
  const targets = exports === undefined ? ['.', main, module] : listTargets(exports)
  if (targets.some((target) => typeof target === 'string' && target.includes('*'))) return undefined
  const files = targets.filter((target) => typeof target === 'string').map((target) => resolveFile(target, join(folder, 'package.json')))
  const programs = /** @type {string[]} */ (files.filter((file) => file && /\.(?:[cm]?[jt]s|json|node|wasm)$/.test(file)))
  return programs.length ? programs : undefined
}

/**
 * @param {string} specifier such as @a/lib/part.js
 * @param {string | undefined} folder of the package
 * @returns {(string | undefined)[]} the file that it names inside of a package of the user's own repository, undefined if there is none
 */
function listFilesInside (specifier, folder) {
  const inside = specifier.slice(toPackageName(specifier).length)
  if (!inside || !folder || isInstalled(folder)) return []
  const manifest = join(folder, 'package.json')
  return readPackageJson(manifest).exports === undefined ? [resolveFile(`.${inside}`, manifest)] : []
}

/** @param {unknown} exports field of a package.json, or a part of it @returns {unknown[]} all files that it names, under any condition */
function listTargets (exports) {
  if (typeof exports !== 'object' || exports === null) return [exports]
  // No program loads what is under the condition `types`.
  return Object.entries(exports).flatMap(([condition, inner]) => condition === 'types' ? [] : listTargets(inner))
}

/** @param {string} file @returns {any} the package.json that decides about this file, {} without one */
function readNearestPackage (file) {
  const manifest = listFolderAndParents(parse(file).root, dirname(file)).map((folder) => join(folder, 'package.json')).find((path) => existsSync(path))
  return manifest ? readPackageJson(manifest) : {}
}

/** @param {string} file @returns {string} the module system that package.json gives to .js files */
function readType (file) {
  return readNearestPackage(file).type ?? 'none'
}

/** @param {string | Buffer} text */
function hash (text) {
  return createHash('sha256').update(text).digest('hex')
}

/** @param {string} folder of a package @returns {string} a hash of all its files, without packages inside of it */
function hashFolder (folder) {
  // a published package is the same in both versions or it is another package
  const read = isInstalled(folder) ? readFileSync : readCode
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
  const own = files.filter((path) => !path.split(sep).some((part) => ['node_modules', '.git'].includes(part)))
  return hash(own.map((path) => `${path} ${hash(read(join(folder, path)))}`).sort().join('\n'))
}
