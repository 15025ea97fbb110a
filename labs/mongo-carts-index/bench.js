import { benchServers } from '../../shared/measure/as-published.js'

// the text's: ab -c500 -t10 http://localhost:8080/carts/3
await benchServers(import.meta.dirname, { connections: 500, duration: 10 })
