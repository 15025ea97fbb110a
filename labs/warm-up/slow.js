import { started } from './app.js'

export default function listen () {
  return started()
}
