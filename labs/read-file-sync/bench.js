import { runAutocannonOnLab } from '@hotpath-labs/lab/bench'

// the talk shows no load for this; it is the one of its first example: autocannon -d 20 -c 100
await runAutocannonOnLab(import.meta.dirname, { connections: 100, duration: 20 })
