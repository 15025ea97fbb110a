import { ENGINE, VERSION } from './identity.js'
import { startServer } from './server.js'

// The channel closes when the parent process ends, even if it was killed.
process.on('disconnect', () => process.exit())
// The parent process may have ended while this process was loading.
if (!process.connected) process.exit()
// Ctrl-C reaches all processes of a terminal. This process ignores it: the parent ends it after removing its data.
process.on('SIGINT', () => {})

const { url } = await startServer()
process.send?.({ url, engine: ENGINE, version: VERSION })
