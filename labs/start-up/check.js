import { Ajv } from 'ajv'

const ajv = new Ajv()
const validate = ajv.compile({
  type: 'object',
  properties: { title: { type: 'string', minLength: 1 }, year: { type: 'integer' } },
  required: ['title'],
})

export function check (text) {
  try {
    return validate(JSON.parse(text)) ? 'a note' : ajv.errorsText(validate.errors)
  } catch {
    return 'no JSON'
  }
}
