import t from 'tap'
import { makeSampleRun } from './fixtures/run.js'
import { startLiveRun, playRecording } from './runs.js'

/** What is heard of a run. */
function heardOf (begin) {
  /** @type {string[]} */
  const heard = []
  let end = () => {}
  const ended = new Promise((resolve) => { end = () => resolve(undefined) })
  const { stop } = begin({
    onEvent: (event) => { heard.push(event.type === 'failed' ? event.what : event.type) },
    onEnd: () => {
      heard.push('end')
      end()
    },
  })
  return { heard, stop, ended }
}

t.test('the time of a run excludes waiting for another measurement', async (t) => {
  /** @type {[string, number][]} */
  const heard = []
  startLiveRun((onEvent) => {
    onEvent({ type: 'waiting', what: 'for verify' })
    for (const until = performance.now() + 50; performance.now() < until;);
    onEvent({ type: 'comparing' })
    return { stop () {} }
  }, { onEvent: ({ type }, ms) => { heard.push([type, ms]) }, onEnd () {} })
  t.same(heard.map(([type]) => type), ['waiting', 'comparing'])
  t.equal(heard[1][1], heard[0][1])
})

t.test('a recording sends the events of its run until it is stopped', async (t) => {
  const recording = makeSampleRun()
  const whole = heardOf((hears) => playRecording(recording, 100, hears))
  const cut = heardOf((hears) => playRecording(recording, 100, hears))
  cut.stop()
  await whole.ended
  t.same(whole.heard, [...recording.events.map(([, { type }]) => type), 'end'])
  t.same(cut.heard, [])
})
