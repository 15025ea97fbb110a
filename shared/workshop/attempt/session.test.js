import t from 'tap'
import { WatchSession } from './session.js'

/** A session whose works end when the test says so. @param {{ auto?: boolean }} [options] */
function session ({ auto = false } = {}) {
  const world = {
    /** @type {'gone' | 'unchanged' | 'changed'} */
    file: 'changed',
    /** @type {string[]} */
    log: [],
    /** @type {((fit?: boolean) => void)[]} */
    running: [],
  }
  const work = (/** @type {string} */ name) => (/** @type {AbortSignal} */ signal) => {
    world.log.push(name)
    return new Promise((resolve) => {
      world.running.push((fit) => resolve(Boolean(fit)))
      signal.addEventListener('abort', () => {
        world.log.push(`${name} ended`)
        resolve(false)
      })
    })
  }
  const effects = {
    look: () => world.file,
    examine: work('examine'),
    rest: async () => { world.log.push('rest') },
    measure: work('measure'),
    profile: work('profile'),
    show: { h: () => world.log.push('hint') },
    tell: (/** @type {string} */ says) => world.log.push(says),
    settled: () => world.log.push('settled'),
  }
  const one = new WatchSession(/** @type {any} */ (effects), { auto })
  return {
    world,
    one,
    /** ends the work that began last */
    async ends (/** @type {boolean} */ fit = true) {
      world.running.pop()?.(fit)
      await turns()
    },
    async does (/** @type {string} */ what) {
      if (what === 'save') one.saved()
      else one.press(what)
      await turns()
    },
    /** what was done since it was last looked at */
    log: () => world.log.splice(0),
  }
}

/** As many turns of the event loop as any chain of promises takes. */
const turns = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

t.test('a save starts a check, and b a measurement', async (t) => {
  const { does, ends, log } = session()
  await does('save')
  await ends()
  t.same(log(), ['examine', 'settled'])
  await does('b')
  await ends()
  t.same(log(), ['measure', 'settled'])
})

t.test('auto starts a measurement after each save with right answers', async (t) => {
  const { does, ends, log } = session({ auto: true })
  await does('save')
  await ends(false)
  t.same(log(), ['examine', 'settled'])
  await does('b')
  t.same(log(), ['unfit', 'settled'], 'and b does not help')
  await does('save')
  await ends()
  t.same(log(), ['examine', 'measure'])
})

t.test('a save during a measurement restarts it, if the answers are still right', async (t) => {
  const { does, ends, log } = session()
  await does('save')
  await ends()
  await does('b')
  log()
  await does('save')
  t.same(log(), ['again', 'measure ended', 'examine'])
  await does('save')
  t.same(log(), ['examine ended', 'examine'], 'a second save too')
  await ends()
  t.same(log(), ['measure'])
  await does('save')
  await ends(false)
  t.same(log(), ['again', 'measure ended', 'examine', 'settled'])
  await does('save')
  await ends()
  t.same(log(), ['examine', 'settled'], 'and the next save is measured on b again')
})

t.test('b during a check starts the measurement after the check', async (t) => {
  const { does, ends, log } = session()
  await does('save')
  await does('b')
  await ends()
  t.same(log(), ['examine', 'measure'])
  await does('b')
  t.same(log(), ['busy'])
})

t.test('an unchanged or missing file is neither checked nor measured', async (t) => {
  const { world, does, log } = session({ auto: true })
  for (const state of /** @type {const} */ (['unchanged', 'gone'])) {
    world.file = state
    await does('save')
    t.same(log(), ['rest', state, 'settled'], 'and what was examined before says nothing more')
    await does('b')
    t.same(log(), [state, 'settled'])
  }
  await does('p')
  t.same(log(), ['gone', 'settled'])
  world.file = 'changed'
  await does('save')
  t.same(log(), ['examine'], 'and when it is back, it is')
})

t.test('the keys that show something work at any time', async (t) => {
  const { does, ends, log } = session()
  await does('save')
  await does('h')
  await does('x')
  t.same(log(), ['examine', 'hint'])
  await ends()
  await does('h')
  t.same(log(), ['settled', 'hint', 'settled'])
})

t.test('a save ends a profile, and the session\'s end ends all work', async (t) => {
  const { one, does, ends, log } = session()
  await does('p')
  await does('p')
  await does('save')
  t.same(log(), ['profile', 'busy', 'ended', 'profile ended', 'examine'])
  await ends()
  await does('b')
  log()
  await one.end()
  t.same(log(), ['measure ended'])
})

t.test('work that fails does not block the next work', async (t) => {
  /** @type {string[]} */
  const log = []
  let fails = true
  const effects = {
    look: () => 'changed',
    rest: async () => {},
    tell () {},
    settled: () => log.push('settled'),
    examine: async () => {
      if (fails) throw new Error('a file that another program holds')
      log.push('examined')
    },
  }
  const one = new WatchSession(/** @type {any} */ (effects), { auto: false })
  await t.rejects(one.saved(), /another program/)
  fails = false
  await one.saved()
  t.same(log, ['examined', 'settled'])
  await one.end()
})
