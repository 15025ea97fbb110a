import { pathToFileURL } from 'node:url'

// runs one server for autocannon.js
process.on('disconnect', () => process.exit())
const { default: listen } = await import(pathToFileURL(process.argv[2]).href)
const server = await listen()
process.send?.(server.address().port)
