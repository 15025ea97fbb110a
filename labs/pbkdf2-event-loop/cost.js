/** Salt, rounds, bytes, digest: a hundredth of the 210,000 rounds that OWASP asks for, so that fifty hashes take a tenth of a second and not ten. */
export const COST = /** @type {const} */ (['salt', 2000, 64, 'sha512'])
