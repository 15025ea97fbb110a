import { benchServers } from 'hotpath/measure'

await benchServers(import.meta.dirname, { connections: 10, duration: 10 })
