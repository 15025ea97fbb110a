import { runAutocannonOnLab } from '@hotpath-labs/lab/bench'

// the advisory has no load: it times single calls
await runAutocannonOnLab(import.meta.dirname, { connections: 10, duration: 10 })
