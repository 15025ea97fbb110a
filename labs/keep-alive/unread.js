import { Agent, get } from 'node:http'
import { listenWith } from './app.js'

const agent = new Agent({ keepAlive: true })

export const askStatus = (url) => new Promise((resolve, reject) => {
  get(url, { agent }, (response) => resolve(response.statusCode)).on('error', reject)
})

export default () => listenWith(askStatus)
