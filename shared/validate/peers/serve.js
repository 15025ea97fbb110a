import { pathToFileURL } from 'node:url'

// a server of autocannon.js
process.on('disconnect', () => process.exit())
const { default: listen } = await import(pathToFileURL(process.argv[2]).href)
const server = await listen()
process.send?.(server.address().port)
