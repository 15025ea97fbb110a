import { MongoBinary } from 'mongodb-memory-server-core'

process.on('disconnect', () => process.exit())
if (!process.connected) process.exit()

/** @type {{ file: string } | { error: string }} */
let result
try {
  result = { file: await MongoBinary.getPath({ downloadDir: process.argv[2] }) }
} catch (error) {
  result = { error: error.message }
}
process.send?.(result, () => process.disconnect?.())
