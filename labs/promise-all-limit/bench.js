import { runAutocannonOnLab } from '@hotpath-labs/lab/bench'

// the talk's: autocannon -d 20 -c 100 -m POST http://localhost:3000
await runAutocannonOnLab(import.meta.dirname, { connections: 100, duration: 20 })
