import { listenWith } from './app.js'

/** Letters and digits, with single hyphens or dots between them or at the end; at most a hundred characters. */
const NAME = /^([a-z0-9]+[-.]?)+$/

export const isName = (name) => NAME.test(name) && name.length <= 100

export default () => listenWith(isName)
