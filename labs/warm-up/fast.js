import { started } from './app.js'
import { round } from './round.js'

export default async function listen () {
  const server = await started()
  await round(server)
  await round(server)
  return server
}
