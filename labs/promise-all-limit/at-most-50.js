import pLimit from 'p-limit'
import { listenWith } from './app.js'
import { updateClient } from './update-client.js'

/** shared by all requests */
const limit = pLimit(50)

export function updateAll (clients, update = updateClient) {
  return Promise.all(clients.map((client) => limit(() => update(client))))
}

export default () => listenWith(updateAll)
