import { pathToFileURL } from 'node:url'

// the child process of autocannon.js: starts a server and sends its port
process.on('disconnect', () => process.exit())
const { default: listen } = await import(pathToFileURL(process.argv[2]).href)
const server = await listen()
process.send?.(server.address().port)
