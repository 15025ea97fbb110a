import { runAutocannonOnLab } from '@hotpath-labs/lab/bench'

// the text hashed fifty passwords once, with time(1); here one asks for fifty at a time, and the latency is the time
await runAutocannonOnLab(import.meta.dirname, { connections: 1, duration: 5 })
