import { listenWith } from './app.js'
import { cached } from './cached.js'
import { totals as fetched } from './index.js'

export const totals = (carts) => cached(fetched(carts), { max: 100, ttl: 60_000 })

export default () => listenWith(totals)
