import { EMBEDDED_SERVER_NAME, EMBEDDED_SERVER_VERSION } from './identity.js'
import { startEmbeddedServer } from './server.js'

// ends when the parent process ends: the IPC channel closes even if the parent was killed
process.on('disconnect', () => process.exit())
// exits at once if the parent process has ended while this process was loading
if (!process.connected) process.exit()
// ignores Ctrl-C, which reaches all processes of a terminal: the parent ends this process after removing the lab's data
process.on('SIGINT', () => {})

const { url } = await startEmbeddedServer()
process.send?.({ url, engine: EMBEDDED_SERVER_NAME, version: EMBEDDED_SERVER_VERSION })
