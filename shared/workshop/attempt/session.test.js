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
    /** ends the work that began last */
    async ends (/** @type {boolean} */ fit = true) {
      world.running.pop()?.(fit)
      await turns()
    },
    async does (/** @type {string} */ what) {
      if (what === 'save') world.version++
      if (what === 'save' || what === 'same save') one.saved()
      else one.press(what)
      await turns()
    },
    /** what was done since it was last looked at */
    log: () => world.log.splice(0),
  }
}

/** As many turns of the event loop as any chain of promises takes. */
const turns = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

t.test('the solution is shown where s is pressed twice in a row', async (t) => {
  const { does, log } = session()
  for (const key of ['s', 'h', 's', 's']) await does(key)
  t.same(log().filter((one) => one !== 'settled'), ['warning', 'hint', 'warning', 'solution'])
})

t.test('a save starts a check, and m a measurement', async (t) => {
  const { one, does, ends, log } = session()
  await does('save')
  await ends()
  t.same(log(), ['examine', 'settled'])
  await does('m')
  await ends(false)
  t.same(log(), ['measure', 'settled'])
  t.notOk(one.hasPassed)
  await does('m')
  await ends()
  t.same(log(), ['measure', 'passed', 'settled'])
  t.ok(one.hasPassed)
})

t.test('auto starts a measurement after each save with right answers', async (t) => {
  const { does, ends, log } = session({ auto: true })
  await does('save')
  await ends(false)
  t.same(log(), ['examine', 'settled'])
  await does('m')
  await ends(false)
  t.same(log(), ['examine', 'settled'], 'and m checks again')
  await does('save')
  await ends()
  t.same(log(), ['examine', 'measure'])
  await ends()
  await does('same save')
  t.same(log(), ['passed', 'settled'], 'a save of the same bytes after the measurement is not measured')
})

t.test('a save during a measurement restarts it, if the answers are still right', async (t) => {
  const { does, ends, log } = session()
  await does('save')
  await ends()
  await does('m')
  log()
  await does('same save')
  t.same(log(), [], 'not one of the bytes that are measured')
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
  t.same(log(), ['examine', 'settled'], 'and the next save is measured on m again')
})

t.test('m during a check starts the measurement after the check', async (t) => {
  const { does, ends, log } = session()
  await does('save')
  await does('m')
  await ends()
  t.same(log(), ['examine', 'measure'])
  await does('m')
  t.same(log(), ['busy'])
})

t.test('m before the event of a save has arrived checks the file first', async (t) => {
  const { world, does, ends, log } = session()
  world.file = 'unchanged'
  await does('save')
  log()
  world.file = 'changed'
  await does('m')
  await does('save')
  t.same(log(), ['examine', 'examine ended', 'examine'])
  await ends()
  t.same(log(), ['measure'])
  await does('save')
  await ends(false)
  log()
  await does('m')
  t.same(log(), ['examine'], 'a fault may have been the machine\'s')
})

t.test('an unchanged or missing file is not checked', async (t) => {
  const { world, does, log } = session({ auto: true })
  for (const state of /** @type {const} */ (['unchanged', 'gone'])) {
    world.file = state
    await does('save')
    t.same(log(), ['rest', state, 'settled'], 'and what was examined before says nothing more')
  }
  await does('m')
  t.same(log(), ['gone', 'settled'])
  await does('p')
  t.same(log(), ['gone', 'settled'])
  world.file = 'changed'
  await does('save')
  t.same(log(), ['examine'], 'and when it is back, it is')
})

t.test('p profiles the lab itself while the file is unchanged', async (t) => {
  const { world, does, ends, log } = session()
  world.file = 'unchanged'
  await does('p')
  await ends()
  t.same(log(), ['profile the lab', 'settled'])
  world.file = 'changed'
  await does('p')
  t.same(log(), ['profile'])
})

t.test('m measures the lab itself while the file is unchanged, which passes nothing', async (t) => {
  const { one, world, does, ends, log } = session()
  world.file = 'unchanged'
  await does('save')
  log()
  await does('m')
  await ends()
  t.same(log(), ['measure the lab', 'settled'])
  t.notOk(one.hasPassed)
  await does('m')
  world.file = 'changed'
  await does('save')
  t.same(log(), ['measure the lab', 'again', 'measure the lab ended', 'examine'])
  await ends()
  t.same(log(), ['measure'], 'and a save measures the file instead')
})

t.test('the keys that show something work at any time', async (t) => {
  const { does, ends, log } = session()
  await does('save')
  await does('h')
  await does('x')
  t.same(log(), ['examine', 'hint'])
  await ends()
  await does('h')
  await does('x')
  t.same(log(), ['settled', 'hint', 'settled', 'no such key', 'settled'], 'an unknown key says so, where it interrupts nothing')
})

t.test('a save ends a profile, and the session\'s end ends all work', async (t) => {
  const { one, does, ends, log } = session()
  await does('p')
  await does('p')
  await does('save')
  t.same(log(), ['profile', 'busy', 'ended', 'profile ended', 'examine'])
  await ends()
  await does('m')
  log()
  await one.end()
  t.same(log(), ['measure ended'])
})

t.test('Esc stops a measurement or a profile, which can begin again; a check goes on', async (t) => {
  const { one, does, ends, log } = session()
  await does('escape')
  await does('save')
  await does('escape')
  t.same(log(), ['examine'])
  await ends()
  log()
  await does('m')
  await does('escape')
  t.same(log(), ['measure', 'measure ended', 'stopped', 'settled'])
  t.notOk(one.hasPassed)
  await does('p')
  await does('escape')
  t.same(log(), ['profile', 'profile ended', 'stopped', 'settled'])
  await does('m')
  await does('escape')
  await does('save')
  t.same(log(), ['measure', 'measure ended', 'stopped', 'settled', 'examine'])
  await ends()
  t.same(log(), ['settled'], 'and a later save does not start the measurement')
})

t.test('Esc in the moment in which a file passes does not call it stopped', async (t) => {
  const { world, one, does, ends, log } = session()
  await does('save')
  await ends()
  await does('m')
  log()
  world.running.pop()?.(true)
  await does('escape')
  t.same(log().filter((line) => ['passed', 'stopped'].includes(line)), ['passed'])
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
    explainList: (/** @type {boolean} */ isBackPossible) => log.push(isBackPossible ? 'number, or back' : 'number'),
    askLab: (/** @type {string} */ typed) => log.push(`lab: ${typed}`),
    tell: (/** @type {string} */ says) => log.push(says),
  }
  const one = new WorkshopSession(/** @type {any} */ (effects))
  return {
    one,
    async does (/** @type {string[]} */ ...keys) {
      for (const key of keys) await one.press(key)
    },
    passes (/** @type {string} */ name) {
      passed.push(name)
      sessions.get(name).hasPassed = true
    },
    log: () => log.splice(0),
  }
}

t.test('the workshop begins with the lab that was left', async (t) => {
  const { one, log } = workshop({ left: 'c' })
  await one.begin()
  t.same(log(), ['open c', 'saved c'])
  await one.end()
})

t.test('the workshop begins with the first lab to do, whose session gets the keys', async (t) => {
  const { one, does, log } = workshop({ passed: ['a'] })
  await one.begin()
  t.same(log(), ['open b', 'saved b'])
  await does('m', 'h', 'enter')
  t.same(log(), ['b m', 'b h', 'b enter'])
  one.settled()
  t.same(log(), ['keys'])
  await one.end()
  t.same(log(), ['close b'])
})

t.test('Enter leads from a passed lab to the next, and n from any', async (t) => {
  const { one, does, passes, log } = workshop()
  await one.begin()
  passes('a')
  log()
  await does('enter')
  t.same(log(), ['close a', 'open b', 'saved b'])
  await does('n')
  t.same(log(), ['close b', 'open c', 'saved c'])
  passes('c')
  await does('n')
  t.same(log(), ['close c', 'open b', 'saved b'], 'and back to what was left out')
  passes('b')
  await does('enter')
  t.same(log(), ['all passed', 'b escape', 'labs', 'number, or back', 'lab: '])
})

t.test('a lab is chosen by its number', async (t) => {
  const { one, does, log } = workshop()
  await one.begin()
  log()
  await does('l', '3', 'backspace', '2', 'up')
  one.settled()
  // the list stops a measurement, which would draw over what is typed
  t.same(log(), ['a escape', 'labs', 'number, or back', 'lab: ', 'lab: 3', 'lab: ', 'lab: 2', 'number, or back', 'lab: 2', 'lab: 2'])
  await does('enter')
  t.same(log(), ['close a', 'open b', 'saved b'])
  await does('l', '9', '9', 'enter')
  t.same(log().slice(-2), ['no such lab', 'lab: '])
  await does('0', 'enter')
  t.same(log(), ['lab: 0', 'no such lab', 'lab: '])
  await does('escape')
  t.same(log(), ['keys'])
  await does('l')
  log()
  for (const key of ['enter', 'up', ' ']) {
    await does(key)
    t.same(log(), ['number, or back', 'lab: '], `${key} does nothing that the line below the list does not name`)
  }
  await does('escape', 'm')
  t.same(log(), ['keys', 'b m'])
})

t.test('a lab is chosen by the beginning of its name, in which q is a letter', async (t) => {
  const { one, does, log } = workshop({ labs: ['a', 'cache-queue', 'Quick'] })
  await one.begin()
  await does('l')
  t.notOk(one.isTyping, 'q leaves')
  await does('c', 'a', 'c', 'h', 'e', '-', 'q')
  t.ok(one.isTyping)
  await does('enter')
  t.same(log().slice(-2), ['open cache-queue', 'saved cache-queue'])
  await does('l', 'q', 'u', 'enter')
  t.same(log().slice(-2), ['open Quick', 'saved Quick'])
  await does('l', 'z', 'enter')
  t.same(log().slice(-2), ['no such lab', 'lab: '])
})

t.test('a lab that cannot be opened leads to the list', async (t) => {
  const { one, does, log } = workshop({ refuses: ['a'] })
  await one.begin()
  t.same(log(), ['open a', 'labs', 'number', 'lab: '])
  await does('escape')
  t.same(log(), ['number', 'lab: '], 'there is nothing to go back to')
  await does('2', 'enter')
  t.same(log(), ['lab: 2', 'open b', 'saved b'])
})

t.test('keys do nothing while a lab is opened, and a lab that is opened too late is closed', async (t) => {
  let open = () => {}
  const { one, does, log } = workshop({ ready: new Promise((resolve) => { open = resolve }) })
  const begun = one.begin()
  await does('m', 'l', 'n')
  one.settled()
  await one.end()
  t.same(log(), ['open a'])
  open()
  await begun
  t.same(log(), ['close a'])
})
