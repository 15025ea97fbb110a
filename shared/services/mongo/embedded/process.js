import { ENGINE, VERSION } from './identity.js'
import { startServer } from './server.js'

// whoever forked this process is the reason for it: without that one it ends, however that one ended
process.on('disconnect', () => process.exit())
// it may have ended while this was still being loaded
if (!process.connected) process.exit()
// a Ctrl-C reaches every process of a terminal; the parent still has its data to remove
process.on('SIGINT', () => {})

const { url } = await startServer()
process.send?.({ url, engine: ENGINE, version: VERSION })
