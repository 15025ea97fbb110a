/** Name of the embedded server in results. It speaks MongoDB's protocol but is not MongoDB. */
export const ENGINE = 'embedded'
/** Version of the embedded server: it behaves like MongoDB 7.0, the newest version before client.bulkWrite. */
export const VERSION = '7.0.0-embedded'
