import { EventEmitter } from 'node:events'
import t from 'tap'
import { listSessionKeys, readPressedKeys } from './watch-view.js'

/** A terminal that keeps the calls made to it. */
function fakeTerminal () {
  /** @type {(string | boolean)[]} */
  const calls = []
  const input = Object.assign(new EventEmitter(), {
    setRawMode (isRaw) {
      calls.push(isRaw)
      return input
    },
    resume: () => calls.push('resume'),
    pause: () => calls.push('pause'),
  })
  return { calls, input: /** @type {any} */ (input), press: (character, key = {}) => input.emit('keypress', character, key) }
}

t.test('a key is a lower-case character; Ctrl-C and Ctrl-D are ctrl-c; other combinations are nothing', async (t) => {
  const { input, press } = fakeTerminal()
  /** @type {string[]} */
  const keys = []
  const stop = readPressedKeys((key) => keys.push(key), input)
  press('b')
  press('H')
  press('?')
  press('\u0003', { ctrl: true, name: 'c' })
  press('\u0004', { ctrl: true, name: 'd' })
  press('\u0001', { ctrl: true, name: 'a' })
  press(undefined, { name: 'up' })
  stop()
  t.same(keys, ['b', 'h', '?', 'ctrl-c', 'ctrl-c'])
})

t.test('in a lab about memory the key p is about memory', async (t) => {
  const explain = (manifest) => listSessionKeys({ manifest }).find(([key]) => key === 'p')?.[2]
  t.match(explain({ kind: 'heap' }), 'keeps in memory, beside slow')
  t.match(explain({ kind: 'server' }), 'spends its time, beside slow')
})

t.test('the terminal is restored when reading stops, and then no key is read', async (t) => {
  const { calls, input, press } = fakeTerminal()
  /** @type {string[]} */
  const keys = []
  const listeners = process.listenerCount('exit')
  const stop = readPressedKeys((key) => keys.push(key), input)
  stop()
  press('b')
  t.same(keys, [])
  t.same(calls, [true, 'resume', false, 'pause'])
  t.equal(process.listenerCount('exit'), listeners)
})
