import { ENGINE, VERSION } from './identity.js'
import { startServer } from './server.js'

// The parent's end closes the channel, even if it was killed.
process.on('disconnect', () => process.exit())
// The parent may have ended while this process was loading.
if (!process.connected) process.exit()
// This process ignores Ctrl-C, which reaches all processes of a terminal: the parent ends it after removing its data.
process.on('SIGINT', () => {})

const { url } = await startServer()
process.send?.({ url, engine: ENGINE, version: VERSION })
