import t from 'tap'
import { CannotRun, EXIT_CODES, HotpathError, VariantFailure, describeFailure, findExitCodeOfError } from './failures.js'

t.test('a code decides the exit code; an unknown one is a bug', async (t) => {
  const codes = /** @type {const} */ (['EXITED', 'USAGE', 'STARVED'])
  t.same(codes.map(findExitCodeOfError), [EXIT_CODES.broken, EXIT_CODES.usage, EXIT_CODES['cannot run']])
  t.equal(findExitCodeOfError(/** @type {any} */ ('NONE')), EXIT_CODES.bug)
})

t.test('an error has its advice for the terminal, its cause, and its parts for a result', async (t) => {
  const cause = new Error('EROFS')
  const error = new HotpathError('UNWRITABLE', 'a', { advice: 'b', cause })
  t.match([error.text, error.exitCode, error.cause], ['a. b', 4, cause])
  t.same(describeFailure(new CannotRun('MONGO_GONE', 'mongo', 'has gone', 'Start it.')), { code: 'MONGO_GONE', part: 'mongo', what: 'has gone', advice: 'Start it.', stderr: '' })
  t.same(describeFailure(new VariantFailure('EXITED', 'fast', 'exited', 'x')), { code: 'EXITED', part: 'fast', what: 'exited', advice: '', stderr: 'x' })
})
