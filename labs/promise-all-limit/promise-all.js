import { listenWith } from './app.js'
import { updateClient } from './update-client.js'

export function updateAll (clients, update = updateClient) {
  return Promise.all(clients.map((client) => update(client)))
}

export default () => listenWith(updateAll)
