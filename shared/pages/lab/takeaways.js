/**
 * Claim and title of each lab's chart. The recorded ratio replaces `{ratio}`. A lab that is not listed here shows its first claim.
 *
 * @type {Record<string, { claim: string, takeaway: string, isEarly?: boolean }>} `isEarly`: the lab is about the first requests
 */
export const CHART_TITLES = {
  'blocking-json': { claim: 'kept', takeaway: 'Computing sum and JSON each time needs {ratio} as much CPU as keeping the bytes' },
  'cache-queue': { claim: 'expiry', takeaway: 'When the cache expires, the slowest 1 % of requests wait {ratio} as long as with an old answer' },
  'date-to-iso-string': { claim: 'once-a-second', takeaway: 'Calling toISOString per line takes {ratio} as long as once a second' },
  'delete-property': { claim: 'never-there', takeaway: 'After a delete, a loop takes {ratio} as long as if the key was never there' },
  divideByAndSum: { claim: 'whole-ladder', takeaway: 'map and reduce take {ratio} as long as one loop with four sums' },
  'hidden-classes': { claim: 'one-shape', takeaway: 'Reading objects of eight shapes takes {ratio} as long as objects of one shape' },
  'http-baseline': { claim: 'framework', takeaway: 'Express needs {ratio} as much CPU per request as fastify' },
  inlining: { claim: 'by-name', takeaway: 'A call that V8 cannot inline takes {ratio} as long as an inlined call' },
  'jade-dev-vs-prod': { claim: 'production-mode', takeaway: 'Development mode needs {ratio} as much CPU per request as production mode' },
  'lying-benchmark': { claim: 'late', takeaway: 'A function takes {ratio} as long after other code as when it runs first' },
  'memory-leak': { claim: 'leak', takeaway: "Keeping every visitor's name leaves {ratio} as much memory behind as counting them" },
  'mongo-async-sum': { claim: 'kept-totals', takeaway: 'Fetching the documents needs {ratio} as much CPU as reading a kept sum; a faster loop saves nothing' },
  'mongo-carts-index': { claim: 'whole-ladder', takeaway: 'Without an index and a cache, an answer takes {ratio} as long as with both' },
  'parse-int': { claim: 'no-pieces', takeaway: 'Cutting the text into pieces takes {ratio} as long as reading its digits' },
  'pbkdf2-event-loop': { claim: 'thread-pool', takeaway: "Hashes on libuv's pool make file reads wait {ratio} as long as hashes on worker threads" },
  'private-fields': { claim: 'compiled', takeaway: '#private is free today; a WeakMap takes {ratio} as long as a #field' },
  'promise-all-limit': { claim: 'everybody-else', takeaway: 'A thousand calls at once make other requests wait {ratio} as long as a hundred at once' },
  'read-file-sync': { claim: 'bytes', takeaway: 'readFileSync blocks the event loop {ratio} as long as readFile without an encoding' },
  'set-prototype-of': { claim: 'class', takeaway: 'Changing prototypes takes {ratio} as long as a class' },
  'warm-up': { claim: 'third', takeaway: 'The first round of requests needs {ratio} as much CPU as the third', isEarly: true },
}
