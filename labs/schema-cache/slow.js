import { Ajv } from 'ajv'
import { CATALOGUE, listenWith } from './app.js'

const ajv = new Ajv()

export default () => listenWith((tool, input) => {
  const tools = JSON.parse(CATALOGUE)
  if (!Object.hasOwn(tools, tool)) return 'there is no such tool'
  const schema = tools[tool]
  const validate = ajv.compile(schema)
  return validate(input) ? null : ajv.errorsText(validate.errors)
})
