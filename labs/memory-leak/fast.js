import starwars from 'starwars-names'
import { listenWith } from './app.js'
import { remember } from './known.js'

export default () => listenWith(() => {
  const name = starwars.random()
  return `${name} ${remember(name)}`
})
