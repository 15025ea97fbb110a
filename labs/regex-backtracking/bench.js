import { runAutocannonOnLab } from '@hotpath-labs/lab/bench'

// the issues have no load: they time single calls
await runAutocannonOnLab(import.meta.dirname, { connections: 10, duration: 10 })
