import { listenWith } from './app.js'

export async function askStatus (url) {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.status
}

export default () => listenWith(askStatus)
