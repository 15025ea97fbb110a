import { runAutocannonOnLab } from '@hotpath-labs/lab/bench'

// the text's: ab -c500 -t10 http://localhost:8080/carts/3
await runAutocannonOnLab(import.meta.dirname, { connections: 500, duration: 10 })
