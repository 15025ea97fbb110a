import { benchServers } from 'hotpath/measure'

// the book's: autocannon localhost:8080
await benchServers(import.meta.dirname, { connections: 10, duration: 10 })
