import { runAutocannonOnLab } from '@hotpath-labs/lab/bench'

// the thread has no load: it times one query
await runAutocannonOnLab(import.meta.dirname, { connections: 10, duration: 10 })
