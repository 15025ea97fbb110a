import { runAutocannonOnLab } from '@hotpath-labs/lab/bench'

// the book's: autocannon -c 100 http://localhost:3000/hello
await runAutocannonOnLab(import.meta.dirname, { connections: 100, duration: 10 })
