/** Default tolerance of a claim that two sides cost the same, as a share of the cheaper side's cost. */
export const EQUIVALENCE_MARGIN = 0.1

/** Returns the largest absolute log-ratio of two sides that cost the same. @param {{ equivalenceMargin?: number }} target */
export const findMargin = ({ equivalenceMargin = EQUIVALENCE_MARGIN }) => Math.log(1 + equivalenceMargin)

/** Largest absolute log-ratio of two sides that cost the same, with the default tolerance. */
export const LOG_EQUIVALENCE_MARGIN = findMargin({})
