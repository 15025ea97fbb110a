import { channel } from '@hotpath-labs/engine/worker/index.cjs'
import { startEmbeddedServer } from './server.js'

channel.answer({
  async load () {
    const { url } = await startEmbeddedServer()
    return { url }
  },
})
