import { runAutocannonOnLab } from '@hotpath-labs/lab/bench'

// the book's: autocannon -c 1000 -d 5 http://localhost:3000/hello
await runAutocannonOnLab(import.meta.dirname, { connections: 1000, duration: 5 })
