import * as functions from './function.js'
import * as heaps from './heap.js'
import * as servers from './server.js'

/** How a lab of each kind is measured. @type {Record<import('../lab/manifest.js').Kind, import('./run.js').Kind> & { function: typeof functions, server: typeof servers, heap: typeof heaps }} */
export const ENGINES = { function: functions, server: servers, heap: heaps }
