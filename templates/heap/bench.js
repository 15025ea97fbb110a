import { runAutocannonOnLab } from 'hotpath/measure'

await runAutocannonOnLab(import.meta.dirname, { connections: 10, duration: 10 })
