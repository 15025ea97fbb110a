import { runAutocannonOnLab } from '@hotpath-labs/lab/bench'

// the issue has no load: one visitor downloads one video
await runAutocannonOnLab(import.meta.dirname, { connections: 1, duration: 10 })
