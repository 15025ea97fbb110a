export { loadDataset } from './dataset.js'
export { chooseMongoServer, startChosenMongoServer } from './provide.js'
export { hideUrlSecrets } from './url.js'

/** @typedef {import('./provide.js').Choice} Choice */
/** @typedef {import('./provide.js').Chosen} Chosen */
