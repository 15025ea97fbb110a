import t from 'tap'
import { findMissingFeatureMessage } from './missing-feature.js'

t.test('a missing feature is reported in the words of the database', async (t) => {
  /** @type {[string, string][]} */
  const refusals = [
    ['<pre>MongoServerError: $group accumulator &quot;$avg&quot; is not implemented yet<br> &nbsp; &nbsp;at Connection.sendCommand', '$group accumulator "$avg" is not implemented yet'],
    ['MongoServerError: no such command: \'explain\'\n    at Connection.sendCommand', 'no such command: \'explain\''],
    ['MongoServerError: Aggregation stage not supported: \'$facet\'', 'Aggregation stage not supported: \'$facet\''],
    ['MongoServerError: Invalid $group :: caused by :: Unrecognized expression \'$median\'\n', 'Invalid $group :: caused by :: Unrecognized expression \'$median\''],
    ['MongoServerError: unknown group operator \'$median\'', 'unknown group operator \'$median\''],
    ['MongoServerError: The $changeStream stage is only supported on replica sets', 'The $changeStream stage is only supported on replica sets'],
    ['MongoServerError: Unsupported field specified: a &lt; b', 'Unsupported field specified: a < b'],
  ]
  for (const [output, feature] of refusals) t.equal(findMissingFeatureMessage(output), feature)
})

t.test('other errors are not taken for a missing feature', async (t) => {
  const others = [
    '', 'TypeError: unknown encoding', 'MongoNetworkError: alert unknown ca', 'MongoParseError: option poolsize is not supported',
    'MongoServerError: E11000 duplicate key error\n    at unsupported', 'MongoServerError: E11000 duplicate key error<br> &nbsp; at /unsupported/x.js',
    'MongoServerError: E11000 duplicate key error dup key: { name: "unsupported" }',
  ]
  for (const said of others) t.equal(findMissingFeatureMessage(said), undefined, said)
})
