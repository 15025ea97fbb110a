import { listenWith } from './app.js'

export default () => listenWith((fetch) => fetch)
