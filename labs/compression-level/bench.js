import { runAutocannonOnLab } from '@hotpath-labs/lab/bench'

// the pull request has no load: it compresses one answer
await runAutocannonOnLab(import.meta.dirname, { connections: 1, duration: 10 })
