import { listenWith } from './app.js'
import { updateClient } from './update-client.js'

export async function updateAll (clients, update = updateClient) {
  const updated = []
  for (const client of clients) updated.push(await update(client))
  return updated
}

export default () => listenWith(updateAll)
