import { listenWith } from './app.js'

const NAME = /^[a-z0-9]+([-.][a-z0-9]+)*[-.]?$/

export const isName = (name) => name.length <= 100 && NAME.test(name)

export default () => listenWith(isName)
