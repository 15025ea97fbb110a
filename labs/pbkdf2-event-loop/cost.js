/** Salt, rounds, bytes, digest: of the 210,000 rounds that OWASP asks for as many as let fifty hashes take 50 ms and not ten seconds. */
export const COST = /** @type {const} */ (['salt', 1000, 64, 'sha512'])
