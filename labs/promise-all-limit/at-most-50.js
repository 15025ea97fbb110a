import pLimit from 'p-limit'
import { listenWith } from './app.js'
import { updateClient } from './update-client.js'

export function updateAll (clients, update = updateClient) {
  const limit = pLimit(50)
  return Promise.all(clients.map((client) => limit(() => update(client))))
}

export default () => listenWith(updateAll)
