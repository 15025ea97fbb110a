import { readFileSync } from 'node:fs'
import t from 'tap'
import { resolveLabFolder } from '@hotpath-labs/project'
import { loadLab } from 'hotpath/lab'
import { computeTimeShare, buildFlameTree } from '@hotpath-labs/profile'
import { ROOT, cli } from './cli.js'

/** The frame that a lab's README names has at least this share of slow, and at most that of fast. */
const SHARES = {
  'jade-dev-vs-prod': [0.5, 0.01],
  // 0.32 of slow on Node 20, 0.13 to 0.18 on 22 to 26; at most 0.02 of fast
  'mongo-async-sum': [0.08, 0.04],
  divideByAndSum: [0.5, 0],
}

for (const [name, [least, most]] of Object.entries(SHARES)) {
  t.test(`${name}: the frame to look for is wide in slow and not in fast`, async (t) => {
    const { folder, manifest } = await loadLab(/** @type {string} */ (resolveLabFolder(name)))
    const { code, stdout, stderr } = await cli(['lab', name, 'profile'])
    t.equal(code, 0, stderr)
    const hotFrame = /** @type {import('hotpath/lab').HotFrame} */ (manifest.hotFrame)
    const share = (/** @type {string} */ variant) => computeTimeShare(buildFlameTree(JSON.parse(readFileSync(`${ROOT}profiles/${name}/${variant}.cpuprofile`, 'utf8')), { variant, operations: 1, folder }), hotFrame.search)
    t.ok(share('slow') >= least, `${share('slow')} of slow is ${hotFrame.says}`)
    t.ok(share('fast') <= most, `${share('fast')} of fast`)
    t.match(stdout, new RegExp(`Look for .*${hotFrame.says}`.replaceAll(' ', '\\s+')))
    t.ok(readFileSync(`${ROOT}profiles/${name}/flame.html`).length < 1.5e6)
    t.match(stdout, /^profiles.*flame\.html$/m, 'the path, where stdout is no terminal')
  })
}
