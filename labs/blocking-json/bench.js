import { runAutocannonOnLab } from '@hotpath-labs/lab/bench'

// the talk's: clinic flame --autocannon [ -c 100 -d 10 / ] -- node server.js, without clinic
await runAutocannonOnLab(import.meta.dirname, { connections: 100, duration: 10 })
