import { listenWith } from './app.js'
import { cached } from './cached.js'

export default () => listenWith((fetch) => cached(fetch, { ttl: 50 }))
