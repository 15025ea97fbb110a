import t from 'tap'
import { makeIntegerParser, makeNumberParser, makeWordParser, parseExistingFile, parseInteger, parseMinutes, parseSeconds } from './parse.js'

t.test('a number within its bounds is accepted', async (t) => {
  t.same(['0', '4294967295'].map(parseInteger), [0, 4294967295])
  t.same(['0.5', '86400'].map(parseSeconds), [0.5, 86400])
  t.equal(parseMinutes('1440'), 1440)
  t.equal(makeNumberParser('', 0.1, 100)('0.1'), 0.1)
  t.equal(makeIntegerParser(2, 100)('2'), 2)
})

t.test('a number out of bounds, a fraction, a word and nothing are refused, with the bounds', async (t) => {
  for (const text of ['-1', '4294967296', '1.5', 'x', '', ' ']) t.throws(() => parseInteger(text), { message: 'Expected a whole number from 0 to 4294967295.' }, text)
  for (const text of ['0', '86401', 'NaN', '']) t.throws(() => parseSeconds(text), { message: /0 .* 86400\.$/ }, text)
  for (const text of ['0', '1441']) t.throws(() => parseMinutes(text), { message: /at most 1440\.$/ }, text)
  for (const text of ['0.09', '101']) t.throws(() => makeNumberParser('it', 0.1, 100)(text), { message: 'Expected it.' }, text)
  for (const text of ['1', '101']) t.throws(() => makeIntegerParser(2, 100)(text), { message: 'Expected a whole number from 2 to 100.' }, text)
})

t.test('a word that is not known gets the nearest one, or all', async (t) => {
  const parse = makeWordParser(['function', 'server', 'heap'])
  t.equal(parse('heap'), 'heap')
  t.throws(() => parse('servr'), { message: 'Did you mean server?' })
  t.throws(() => parse('zzzzzzzz'), { message: 'Expected one of function, server, heap.' })
})

t.test('a file has to exist, and becomes an absolute path', async (t) => {
  t.equal(parseExistingFile(import.meta.filename), import.meta.filename)
  t.throws(() => parseExistingFile('no-such.js'), { message: /no-such\.js\.$/ })
})
