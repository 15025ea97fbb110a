import { benchServers } from 'hotpath/measure'

// the book's: autocannon -c 100 http://localhost:3000/hello
await benchServers(import.meta.dirname, { connections: 100, duration: 10 })
