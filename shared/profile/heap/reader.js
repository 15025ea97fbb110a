import { parentPort, workerData } from 'node:worker_threads'
import { createFindings } from './findings.js'
import { Snapshot } from './snapshot.js'

// a worker thread: reading three snapshots takes 1.5 s, and the next variant is under load meanwhile
const { run, files } = workerData
const snapshots = await Promise.all(files.map(Snapshot.read))
parentPort?.postMessage(createFindings(run, snapshots))
