export { check } from './check.js'
export { html } from './html.js'
export { words } from './words.js'
