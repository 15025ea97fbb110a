import { benchServers } from '../../shared/measure/as-published.js'

await benchServers(import.meta.dirname, { connections: 10, duration: 10 })
