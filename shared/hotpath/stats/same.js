/** How far apart two sides may be and still be called the same, where a claim says nothing else: by so much of the cheaper one's cost. */
export const SAME = 0.1

/** How far from 0 the log-ratio of two sides that are the same may be. @param {{ within?: number }} target */
export const marginOf = ({ within = SAME }) => Math.log(1 + within)

/** The same of a claim that says nothing else. */
export const SAME_WITHIN = marginOf({})
