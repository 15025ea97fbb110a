import { parentPort, workerData } from 'node:worker_threads'
import { findingsOf } from './findings.js'
import { Snapshot } from './snapshot.js'

// in a thread of its own: three snapshots take a second and a half to read, in which the next variant can be under load
const { run, files } = workerData
const snapshots = await Promise.all(files.map((/** @type {string} */ file) => Snapshot.read(file)))
parentPort?.postMessage(findingsOf(run, snapshots))
