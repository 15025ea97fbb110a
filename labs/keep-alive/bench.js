import { runAutocannonOnLab } from '@hotpath-labs/lab/bench'

// the issue has no load: it counts the sockets of 200 calls
await runAutocannonOnLab(import.meta.dirname, { connections: 10, duration: 10 })
