/** The name of this server in results. It speaks MongoDB's protocol and is not MongoDB. */
export const ENGINE = 'embedded'
/** It behaves like MongoDB 7.0, the newest version before client.bulkWrite. */
export const VERSION = '7.0.0-embedded'
