import { listenWith } from './app.js'

// no visitor accepts an encoding without a name
export default () => listenWith('none', async (text) => Buffer.from(text))
