import t from 'tap'
import { checkRefusals, hotpath, project } from '../../../test/compare.js'
import { benchmark, call } from '../compare/fixtures/result.js'

t.test('plan: how many machines the last seconds ask for', async (t) => {
  const one = (name) => ({ ...benchmark({ name }), seconds: 100 })
  const folder = project(t, { 'last.json': JSON.stringify(call(['a', 'b', 'c'].map(one), { seconds: 300 })), 'bad.json': '{}' })
  t.match(await hotpath(folder, ['plan', 'last.json', '--minutes', '4']), { code: 0, said: /^2 machines: at most 3 min 20 s each, 5 min 0 s together\..* shard: \['1\/2', '2\/2'\] $/ })
  t.match(await hotpath(folder, ['plan', 'last.json', '--minutes', '1']), { code: 0, said: /^3 machines: .* a alone takes longer than 1 minute/ })
  await checkRefusals(t, folder, [[['plan', 'bad.json'], /^bad\.json is not a result/]])
})
