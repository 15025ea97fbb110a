/** Default tolerance of a claim that two sides cost the same, as a share of the cheaper side's cost. */
export const SAME = 0.1

/** Returns the largest absolute log-ratio of two sides that cost the same. @param {{ within?: number }} target */
export const marginOf = ({ within = SAME }) => Math.log(1 + within)

/** Largest absolute log-ratio of two sides that cost the same, with the default tolerance. */
export const SAME_WITHIN = marginOf({})
