import { listenWith } from './app.js'
import { refreshing } from './refreshing.js'

export default () => listenWith((fetch) => refreshing(fetch, { ttl: 50 }))
