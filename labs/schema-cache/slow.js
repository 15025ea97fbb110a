import { Ajv } from 'ajv'
import { CATALOGUE, listenWith } from './app.js'

const ajv = new Ajv()

export default () => listenWith((tool, input) => {
  const schema = JSON.parse(CATALOGUE)[tool]
  if (!schema) return 'there is no such tool'
  const validate = ajv.compile(schema)
  return validate(input) ? null : ajv.errorsText(validate.errors)
})
