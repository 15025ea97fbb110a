import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'

const schema = JSON.parse(readFileSync(new URL('../docs/result.schema.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
const isResult = ajv.compile(schema)
const isVerifyResult = ajv.compile({ $ref: `${schema.$id}#/$defs/verify` })
const isVersionsResult = ajv.compile({ $ref: `${schema.$id}#/$defs/versions` })

/** @param {import('ajv').ValidateFunction} check @param {unknown} output @returns {string[]} how it breaks the schema */
const listMisfits = (check, output) => check(output) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)

/** @param {unknown} output of `pnpm lab NAME --json` */
export const findResultMisfits = (output) => listMisfits(isResult, output)

/** @param {unknown} output of `pnpm verify --json` */
export const findVerifyMisfits = (output) => listMisfits(isVerifyResult, output)

/** @param {unknown} output of `pnpm lab NAME --node A,B --json` */
export const findVersionsMisfits = (output) => listMisfits(isVersionsResult, output)
