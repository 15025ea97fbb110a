import { Ajv } from 'ajv'
import { CATALOGUE, listenWith } from './app.js'

const ajv = new Ajv()
/** by the text of the schema, because every reading of the catalogue makes new objects */
const validators = new Map()

export default () => listenWith((tool, input) => {
  const tools = JSON.parse(CATALOGUE)
  if (!Object.hasOwn(tools, tool)) return 'there is no such tool'
  const schema = tools[tool]
  const text = JSON.stringify(schema)
  const validate = validators.get(text) ?? ajv.compile(schema)
  validators.set(text, validate)
  return validate(input) ? null : ajv.errorsText(validate.errors)
})
