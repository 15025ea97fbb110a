import { widthOf } from 'hotpath/report'

/** How stdout is written to. */
export const looks = () => ({ color: Boolean(process.stdout.isTTY && !process.env.NO_COLOR), width: widthOf(process.stdout) })
