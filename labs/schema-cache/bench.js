import { runAutocannonOnLab } from '@hotpath-labs/lab/bench'

await runAutocannonOnLab(import.meta.dirname, { connections: 10, duration: 10 })
