/** Name of the embedded server in results. The server speaks MongoDB's protocol but is not MongoDB. */
export const EMBEDDED_SERVER_NAME = 'embedded'
/** Version that the embedded server reports: MongoDB 7.0, because newer versions have client.bulkWrite, which this server lacks. */
export const EMBEDDED_SERVER_VERSION = '7.0.0-embedded'
