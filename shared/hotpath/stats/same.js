/** Default tolerance of a claim of equal costs, as a share of the cheaper side's cost. */
export const EQUIVALENCE_MARGIN = 0.1

/** Returns the largest allowed log-ratio of a claim of equal costs, without its sign. @param {{ equivalenceMargin?: number }} target */
export const findMargin = ({ equivalenceMargin = EQUIVALENCE_MARGIN }) => Math.log(1 + equivalenceMargin)

/** Largest allowed log-ratio of a claim of equal costs, with the default tolerance. */
export const LOG_EQUIVALENCE_MARGIN = findMargin({})
