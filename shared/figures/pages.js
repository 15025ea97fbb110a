import { formatRange } from '@hotpath-labs/terminal/numbers.js'
import { formatSteadyFigure } from '@hotpath-labs/records/figures/figures.js'
import { collectLabResultsByNode } from '@hotpath-labs/records/versions/results.js'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { toJsonSchemaDefs } from '@valibot/to-json-schema'
import { RESULT_SCHEMAS_BY_NAME, RESULT_SCHEMA_VERSION } from '@hotpath-labs/lab/report/result-schema.js'

/** Surprising results in Markdown. A placeholder such as {cache-queue expiry 26} stands for a recorded ratio (lab, claim, Node). */
const SURPRISES = [
  '**`try`/`catch` no longer costs anything.** On Node 6 a loop with `try`/`catch` took {divideByAndSum try-catch 6} as long as a loop without. Since Node 8 it takes no longer.',
  '**Express needs much less CPU than before.** For a small answer Express needs {http-baseline framework 26} as much CPU as fastify on Node 26. On Node 20 it needed {http-baseline framework 20}: Express replaces prototypes, which was slower before Node 24.',
  '**Two caches, two waiting times.** If a cache drops expired answers, the slowest 1 % of requests wait {cache-queue expiry 26} as long as with a cache that serves the old answer while it refreshes.',
]

const FIGURE = /\{([\w-]+) ([\w-]+) (\d+)\}/g

/**
 * @param {{ name: string, claims: import('@hotpath-labs/records/figures/figures.js').RecordedClaim[] }[]} labs
 * @returns {Promise<string>} a list in Markdown, with the recorded ratios
 * @throws {Error} if a ratio is not recorded
 */
export async function renderSurprisingResults (labs) {
  const names = new Set(SURPRISES.flatMap((text) => [...text.matchAll(FIGURE)].map(([, name]) => name)))
  const versions = await Promise.all([...names].map(async (name) => collectLabResultsByNode(await loadNamedLab(name))))
  const rangeOf = (/** @type {string} */ name, /** @type {string} */ id, /** @type {number} */ node) => {
    const recorded = labs.find((lab) => lab.name === name)?.claims.find(({ claim }) => claim.id === id)
    const range = recorded && formatSteadyFigure(recorded, node)?.range
    if (range) return range
    const { readings = [] } = versions.flatMap(({ claims }) => claims).find(({ lab, claim }) => lab === name && claim.id === id) ?? {}
    return readings.find(({ major }) => major === node)?.late.interval
  }
  return SURPRISES.map((text) => `- ${text.replaceAll(FIGURE, (whole, name, id, node) => {
    const range = rangeOf(name, id, Number(node))
    if (!range) throw new Error(`${name} ${id} is not recorded for Node ${node}. Type: pnpm versions record ${name}`)
    return formatRange(range)
  })}`).join('\n')
}

const TITLE = 'Result of a lab, as `pnpm --silent lab <name> --json` prints it. With several versions of Node the command prints #/$defs/versions. `pnpm --silent verify --json` prints #/$defs/verify.'

/** @returns {string} docs/result.schema.json: the schema of a result as JSON Schema */
export function renderResultJsonSchema () {
  const { result, ...$defs } = toJsonSchemaDefs(RESULT_SCHEMAS_BY_NAME, {
    target: 'draft-2020-12',
    // leaves out the check for finite numbers, because every number in JSON is finite
    ignoreActions: ['finite'],
    overrideRef: ({ referenceId }) => referenceId === 'result' ? '#' : undefined,
    overrideSchema: ({ valibotSchema, jsonSchema }) => valibotSchema.type === 'object' ? { ...jsonSchema, additionalProperties: false } : undefined,
  })
  const $id = `hotpath-labs/result/${RESULT_SCHEMA_VERSION}`
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id, title: TITLE, ...result, $defs }
  return `${JSON.stringify(schema, null, 2)}\n`
}
