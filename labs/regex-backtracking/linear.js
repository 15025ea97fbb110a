import { listenWith } from './app.js'

// a group begins with a hyphen or a dot, so a text fits into it in one way only
const NAME = /^[a-z0-9]+([-.][a-z0-9]+)*[-.]?$/

export const isName = (name) => NAME.test(name) && name.length <= 100

export default () => listenWith(isName)
