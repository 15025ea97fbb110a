import { MongoBinary } from 'mongodb-memory-server-core'

process.on('disconnect', () => process.exit())
if (!process.connected) process.exit()

const result = await MongoBinary.getPath({ downloadDir: process.argv[2] }).then((file) => ({ file }), ({ message }) => ({ error: message }))
process.send?.(result, () => process.disconnect?.())
