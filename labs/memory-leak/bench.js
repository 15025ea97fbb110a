import { runAutocannonOnLab } from '@hotpath-labs/lab/bench'

// the book's: autocannon localhost:8080
await runAutocannonOnLab(import.meta.dirname, { connections: 10, duration: 10 })
