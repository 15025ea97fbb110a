import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { storedResult, storedVersions } from 'hotpath/result'
import { UsageError, existingFile } from './usage.js'

/** @typedef {import('hotpath/result').Result} Result @typedef {import('hotpath/result').Versions} Versions */

/** @param {unknown} value @returns {value is Result} whether this version can show it */
export function isResult (value) {
  return v.is(storedResult, value)
}

/** @param {string[]} files that --json has written, of verify or of a lab @returns {(Result | Versions)[]} what stands in them */
export function writtenIn (files) {
  return files.flatMap((file) => {
    let written
    try {
      written = JSON.parse(textOf(readFileSync(existingFile(file))))
    } catch (error) {
      throw new UsageError(error instanceof SyntaxError ? `${file} is not JSON. ${again(file)}` : error.syscall ? `${file} cannot be read: ${error.message}` : error.message)
    }
    const labs = written?.labs ?? [written]
    if (!Array.isArray(labs) || !labs.length || !labs.every((lab) => lab?.schema === 1 && lab.lab)) throw new UsageError(`${file} is not a result. Expected the output of pnpm --silent verify --json, or of pnpm --silent lab <name> --json.`)
    for (const lab of labs) {
      const parsed = v.safeParse(/** @type {v.GenericSchema} */ (lab.versions ? storedVersions : storedResult), lab, { abortEarly: true })
      if (!parsed.success) throw new UsageError(`${file} has another format than this version reads: lab ${String(lab.lab)}, ${v.getDotPath(parsed.issues[0]) ?? 'whole result'}: ${parsed.issues[0].message}. ${again(file)}`)
    }
    return labs
  })
}

/** Without --silent pnpm writes a line of its own first. @param {string} file */
function again (file) {
  return `Write it again: pnpm --silent verify --json > ${file}`
}

/** What `>` of Windows PowerShell writes is UTF-16, with a mark at its beginning. @param {Buffer} bytes */
function textOf (bytes) {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.toString(isWide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '')
}
