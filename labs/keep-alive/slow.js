import { Agent, get } from 'node:http'
import { listenWith } from './app.js'

export const askStatus = (url) => new Promise((resolve, reject) => {
  get(url, { agent: new Agent({ keepAlive: true }) }, (response) => resolve(response.statusCode)).on('error', reject)
})

export default () => listenWith(askStatus)
