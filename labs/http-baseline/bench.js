import { runAutocannonOnLab } from 'hotpath/measure'

// the book's: autocannon -c 100 http://localhost:3000/hello
await runAutocannonOnLab(import.meta.dirname, { connections: 100, duration: 10 })
