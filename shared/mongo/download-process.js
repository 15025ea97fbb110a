import { MongoBinary } from 'mongodb-memory-server-core'

process.on('disconnect', () => process.exit())

/** @type {{ file: string } | { error: string }} */
let result
try {
  result = { file: await MongoBinary.getPath({ downloadDir: process.argv[2] }) }
} catch (error) {
  result = { error: error.message }
}
process.send?.(result, () => process.disconnect?.())
