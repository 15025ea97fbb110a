import { readFileSync } from 'node:fs'
import t from 'tap'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { findHotFrame } from '@hotpath-labs/lab/hot-frame.js'
import { computeTimeShares, buildFlameTree } from '@hotpath-labs/profile/flame/tree.js'
import { ROOT, cli } from './cli.js'

/** The frame that a lab's README names has at least this share of slow, and at most half of it in fast. */
const LEAST_SHARE = {
  'jade-dev-vs-prod': 0.5,
  // 0.32 to 0.38 of slow on Node 20, 0.13 to 0.18 on 22 to 26; up to 0.042 of fast
  'mongo-async-sum': 0.08,
  divideByAndSum: 0.5,
}

for (const [name, least] of Object.entries(LEAST_SHARE)) {
  t.test(`${name}: the frame to look for is wide in slow and not in fast`, async (t) => {
    const { folder, manifest } = await loadNamedLab(name)
    const { code, stdout, stderr } = await cli(['lab', name, 'profile'])
    t.equal(code, 0, stderr)
    const hotFrame = /** @type {{ search: string, says: string }} */ (findHotFrame(manifest, Number.parseInt(process.versions.node)))
    const read = (variant) => buildFlameTree(JSON.parse(readFileSync(`${ROOT}profiles/${name}/${variant}.cpuprofile`, 'utf8')), { variant, operations: 1, folder })
    const [slow, fast] = computeTimeShares(['slow', 'fast'].map(read), hotFrame.search)
    t.ok(slow >= least, `${slow} of slow is ${hotFrame.says}`)
    t.ok(fast <= slow / 2, `${fast} of fast`)
    t.match(stdout, new RegExp(`Look for .*${hotFrame.says}`.replaceAll(' ', '\\s+')))
    t.ok(readFileSync(`${ROOT}profiles/${name}/flame.html`).length < 1.5e6)
    t.match(stdout, /^profiles.*flame\.html$/m, 'the path, where stdout is no terminal')
  })
}
