/** The name of this server in results: it speaks MongoDB's protocol and is none. */
export const ENGINE = 'embedded'
/** Its dialect is that of MongoDB 7.0, the newest before client.bulkWrite. */
export const VERSION = '7.0.0-embedded'
