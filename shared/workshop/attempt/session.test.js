import t from 'tap'
import { WatchSession, WorkshopSession } from './session.js'

/** A session whose works end when the test says so. @param {{ auto?: boolean }} [options] */
function session ({ auto = false } = {}) {
  const world = {
    /** @type {'gone' | 'unchanged' | 'changed'} */
    file: 'changed',
    version: 0,
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
    readVersion: () => String(world.version),
    examine: work('examine'),
    rest: async () => { world.log.push('rest') },
    measure: work('measure'),
    measureLab: work('measure the lab'),
    profile: (/** @type {AbortSignal} */ signal, /** @type {boolean} */ isChanged) => work(isChanged ? 'profile' : 'profile the lab')(signal),
    show: { h: () => world.log.push('hint'), s: (/** @type {boolean} */ isAgain) => world.log.push(isAgain ? 'solution' : 'warning') },
    tell: (/** @type {string} */ says) => world.log.push(says),
    settled: () => world.log.push('settled'),
  }
  const one = new WatchSession(/** @type {any} */ (effects), { auto })
  return {
    world,
    one,
    /** presses keys, or saves the file; `right` and `wrong` end the work that began last; resolves to what was done meanwhile */
    async does (/** @type {string[]} */ ...all) {
      for (const what of all) {
        if (what === 'save') world.version++
        if (what === 'save' || what === 'same save') one.saved()
        else if (what === 'right' || what === 'wrong') world.running.pop()?.(what === 'right')
        else one.press(what)
        await turns()
      }
      return world.log.splice(0).join(', ')
    },
  }
}

/** As many turns of the event loop as any chain of promises takes. */
const turns = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

t.test('the solution is shown where s is pressed twice in a row', async (t) => {
  t.equal(await session().does('s', 'h', 's', 's'), 'warning, settled, hint, settled, warning, settled, solution, settled')
})

t.test('a save starts a check, and m a measurement', async (t) => {
  const { one, does } = session()
  t.equal(await does('save', 'right'), 'examine, settled')
  t.equal(await does('m', 'wrong'), 'measure, settled')
  t.notOk(one.hasPassed)
  t.equal(await does('m', 'right'), 'measure, passed, settled')
  t.ok(one.hasPassed)
})

t.test('auto starts a measurement after each save with right answers', async (t) => {
  const { does } = session({ auto: true })
  t.equal(await does('save', 'wrong'), 'examine, settled')
  t.equal(await does('m', 'wrong'), 'examine, settled', 'and m checks again')
  t.equal(await does('save', 'right'), 'examine, measure')
  t.equal(await does('right', 'same save'), 'passed, settled', 'a save of the same bytes after the measurement is not measured')
})

t.test('a save during a measurement restarts it, if the answers are still right', async (t) => {
  const { does } = session()
  await does('save', 'right', 'm')
  t.equal(await does('same save'), '', 'not one of the bytes that are measured')
  t.equal(await does('save'), 'again, measure ended, examine')
  t.equal(await does('save'), 'examine ended, examine', 'a second save too')
  t.equal(await does('right'), 'measure')
  t.equal(await does('save', 'wrong'), 'again, measure ended, examine, settled')
  t.equal(await does('save', 'right'), 'examine, settled', 'and the next save is measured on m again')
})

t.test('m during a check starts the measurement after the check', async (t) => {
  const { does } = session()
  t.equal(await does('save', 'm', 'right'), 'examine, measure')
  t.equal(await does('m'), 'busy')
})

t.test('m before the event of a save has arrived checks the file first', async (t) => {
  const { world, does } = session()
  world.file = 'unchanged'
  await does('save')
  world.file = 'changed'
  t.equal(await does('m', 'save'), 'examine, examine ended, examine')
  t.equal(await does('right'), 'measure')
  await does('save', 'wrong')
  t.equal(await does('m'), 'examine', 'a fault may have been the machine\'s')
})

t.test('an unchanged or missing file is not checked', async (t) => {
  const { world, does } = session({ auto: true })
  for (const state of /** @type {const} */ (['unchanged', 'gone'])) {
    world.file = state
    t.equal(await does('save'), `rest, ${state}, settled`, 'and what was examined before says nothing more')
  }
  t.equal(await does('m'), 'gone, settled')
  t.equal(await does('p'), 'gone, settled')
  world.file = 'changed'
  t.equal(await does('save'), 'examine', 'and when it is back, it is')
})

t.test('p profiles the lab itself while the file is unchanged', async (t) => {
  const { world, does } = session()
  world.file = 'unchanged'
  t.equal(await does('p', 'right'), 'profile the lab, settled')
  world.file = 'changed'
  t.equal(await does('p'), 'profile')
})

t.test('m measures the lab itself while the file is unchanged, which passes nothing', async (t) => {
  const { one, world, does } = session()
  world.file = 'unchanged'
  await does('save')
  t.equal(await does('m', 'right'), 'measure the lab, settled')
  t.notOk(one.hasPassed)
  await does('m')
  world.file = 'changed'
  t.equal(await does('save'), 'again, measure the lab ended, examine')
  t.equal(await does('right'), 'measure', 'and a save measures the file instead')
})

t.test('the keys that show something work at any time', async (t) => {
  const { does } = session()
  t.equal(await does('save', 'h', 'x'), 'examine, hint')
  t.equal(await does('right', 'h', 'x'), 'settled, hint, settled, no such key, settled', 'an unknown key says so, where it interrupts nothing')
})

t.test('a save ends a profile, and the session\'s end ends all work', async (t) => {
  const { one, world, does } = session()
  t.equal(await does('p', 'p', 'save'), 'profile, busy, ended, profile ended, examine')
  await does('right', 'm')
  await one.end()
  t.same(world.log, ['measure ended'])
})

t.test('Esc stops a measurement or a profile, which can begin again; a check goes on', async (t) => {
  const { one, does } = session()
  t.equal(await does('escape', 'save', 'escape'), 'examine')
  await does('right')
  t.equal(await does('m', 'escape'), 'measure, measure ended, stopped, settled')
  t.notOk(one.hasPassed)
  t.equal(await does('p', 'escape'), 'profile, profile ended, stopped, settled')
  t.equal(await does('m', 'escape', 'save'), 'measure, measure ended, stopped, settled, examine')
  t.equal(await does('right'), 'settled', 'and a later save does not start the measurement')
})

t.test('Esc in the moment in which a file passes does not call it stopped', async (t) => {
  const { world, one, does } = session()
  await does('save', 'right', 'm')
  world.running.pop()?.(true)
  t.equal((await does('escape')).match(/passed|stopped/g)?.join(), 'passed')
  t.ok(one.hasPassed)
})

t.test('work that fails does not block the next work', async (t) => {
  /** @type {string[]} */
  const log = []
  let fails = true
  const effects = {
    look: () => 'changed',
    readVersion: () => '',
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

/**
 * A workshop of labs whose sessions write down what they are given.
 *
 * @param {{ labs?: string[], passed?: string[], refuses?: string[], left?: string, ready?: Promise<void> }} [how]
 */
function workshop ({ labs = ['a', 'b', 'c'], passed = [], refuses = [], left, ready } = {}) {
  /** @type {string[]} */
  const log = []
  /** @type {Map<string, any>} */
  const sessions = new Map()
  const effects = {
    listLabs: () => labs,
    findFirst: () => left ?? effects.findNext(),
    findNext: (current = '') => {
      const from = labs.indexOf(current) + 1
      return [...labs.slice(from), ...labs.slice(0, Math.max(0, from - 1))].find((lab) => !passed.includes(lab))
    },
    async open (/** @type {string} */ name) {
      log.push(`open ${name}`)
      await ready
      if (refuses.includes(name)) return
      const session = {
        hasPassed: false,
        saved: async () => { log.push(`saved ${name}`) },
        press: async (/** @type {string} */ key) => { log.push(`${name} ${key}`) },
      }
      sessions.set(name, session)
      return { session, showKeys: () => log.push('keys'), close: async () => { log.push(`close ${name}`) } }
    },
    showLabs: () => log.push('labs'),
    explainList: (/** @type {boolean} */ isBackPossible) => log.push(isBackPossible ? 'number or back' : 'number'),
    askLab: (/** @type {string} */ typed) => log.push(`lab: ${typed}`),
    tell: (/** @type {string} */ says) => log.push(says),
  }
  const one = new WorkshopSession(/** @type {any} */ (effects))
  return {
    one,
    async does (/** @type {string[]} */ ...keys) {
      for (const key of keys) await one.press(key)
      return log.splice(0).join(', ')
    },
    passes (/** @type {string} */ name) {
      passed.push(name)
      sessions.get(name).hasPassed = true
    },
    log: () => log.splice(0).join(', '),
  }
}

t.test('the workshop begins with the lab that was left, else with the first to do, whose session gets the keys', async (t) => {
  const back = workshop({ left: 'c' })
  await back.one.begin()
  t.equal(back.log(), 'open c, saved c')
  await back.one.end()
  const { one, does, log } = workshop({ passed: ['a'] })
  await one.begin()
  t.equal(log(), 'open b, saved b')
  t.equal(await does('m', 'h', 'enter'), 'b m, b h, b enter')
  one.settled()
  t.equal(log(), 'keys')
  await one.end()
  t.equal(log(), 'close b')
})

t.test('Enter leads from a passed lab to the next, and n from any', async (t) => {
  const { one, does, passes, log } = workshop()
  await one.begin()
  passes('a')
  log()
  t.equal(await does('enter'), 'close a, open b, saved b')
  t.equal(await does('n'), 'close b, open c, saved c')
  passes('c')
  t.equal(await does('n'), 'close c, open b, saved b', 'and back to what was left out')
  passes('b')
  t.equal(await does('enter'), 'all passed, b escape, labs, number or back, lab: ')
})

t.test('a lab is chosen by its number', async (t) => {
  const { one, does, log } = workshop()
  await one.begin()
  log()
  // the list stops a measurement, which would draw over what is typed
  t.equal(await does('l', '3', 'backspace', '2', 'up'), 'a escape, labs, number or back, lab: , lab: 3, lab: , lab: 2, number or back, lab: 2')
  one.settled()
  t.equal(log(), 'lab: 2')
  t.equal(await does('enter'), 'close a, open b, saved b')
  t.match(await does('l', '9', '9', 'enter'), /no such lab, lab: $/)
  t.equal(await does('0', 'enter'), 'lab: 0, no such lab, lab: ')
  t.equal(await does('escape'), 'keys')
  await does('l')
  for (const key of ['enter', 'up', ' ']) {
    t.equal(await does(key), 'number or back, lab: ', `${key} does nothing that the line below the list does not name`)
  }
  t.equal(await does('escape', 'm'), 'keys, b m')
})

t.test('a lab is chosen by the beginning of its name, in which q is a letter', async (t) => {
  const { one, does } = workshop({ labs: ['a', 'cache-queue', 'Quick'] })
  await one.begin()
  await does('l')
  t.notOk(one.isTyping, 'q leaves')
  await does('c', 'a', 'c', 'h', 'e', '-', 'q')
  t.ok(one.isTyping)
  t.match(await does('enter'), /open cache-queue, saved cache-queue$/)
  t.match(await does('l', 'q', 'u', 'enter'), /open Quick, saved Quick$/)
  t.match(await does('l', 'z', 'enter'), /no such lab, lab: $/)
})

t.test('a lab that cannot be opened leads to the list', async (t) => {
  const { one, does, log } = workshop({ refuses: ['a'] })
  await one.begin()
  t.equal(log(), 'open a, labs, number, lab: ')
  t.equal(await does('escape'), 'number, lab: ', 'there is nothing to go back to')
  t.equal(await does('2', 'enter'), 'lab: 2, open b, saved b')
})

t.test('keys do nothing while a lab is opened, and a lab that is opened too late is closed', async (t) => {
  let open = () => {}
  const { one, does, log } = workshop({ ready: new Promise((resolve) => { open = resolve }) })
  const begun = one.begin()
  t.equal(await does('m', 'l', 'n'), 'open a')
  one.settled()
  await one.end()
  open()
  await begun
  t.equal(log(), 'close a')
})
