import { Agent, get } from 'node:http'
import { listenWith } from './app.js'

const agent = new Agent({ keepAlive: true })

export const askStatus = (url) => new Promise((resolve, reject) => {
  get(url, { agent }, (response) => {
    // only after the end of the body the agent gives the socket to the next call
    response.resume()
    resolve(response.statusCode)
  }).on('error', reject)
})

export default () => listenWith(askStatus)
