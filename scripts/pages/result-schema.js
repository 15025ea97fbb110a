import { toJsonSchemaDefs } from '@valibot/to-json-schema'
import { RESULT_SCHEMAS_BY_NAME, RESULT_SCHEMA_VERSION } from 'hotpath/result'

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
