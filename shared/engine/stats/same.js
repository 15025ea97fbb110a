/** Default tolerance of a claim that two programs cost the same, as a share of the cheaper program's cost. */
export const EQUIVALENCE_MARGIN = 0.1

/** Returns the largest absolute log-ratio at which two costs count as equal. @param {{ equivalenceMargin?: number }} target */
export const findLargestEqualLogRatio = ({ equivalenceMargin = EQUIVALENCE_MARGIN }) => Math.log(1 + equivalenceMargin)

/** Largest absolute log-ratio at which two costs count as equal, with the default tolerance. */
export const LARGEST_EQUAL_LOG_RATIO = findLargestEqualLogRatio({})
