import * as functions from './function.js'
import * as heaps from './heap.js'
import * as servers from './server.js'

/**
 * @import { Kind as KindName } from '../lab/manifest.js'
 * @import { Kind } from './run.js'
 */

/**
 * Modules that measure a lab, by the lab's kind: function, server or heap.
 *
 * @type {Record<KindName, Kind> & { function: typeof functions, server: typeof servers, heap: typeof heaps }}
 */
export const MEASURING_MODULES_BY_LAB_KIND = { function: functions, server: servers, heap: heaps }
