import t from 'tap'
import { listExerciseSteps } from './exercise.js'

const manifest = (parts) => ({ variants: { slow: 'a', first: 'b', other: 'c', fast: 'd' }, claims: [], ...parts })
const main = { id: 'main', faster: 'fast', than: 'slow', metric: 'time', atLeast: 4 }

t.test('without the field steps, fast is the only step', async (t) => {
  t.same(listExerciseSteps(manifest({ claims: [main] })), [{ variant: 'fast', about: 'd', claim: main, isExact: true }])
})

t.test('a step is taught by the claim over the step before; else by one that reaches it; else by one that leaves the step before', async (t) => {
  const steps = { first: 'do this', fast: 'do that' }
  const exact = { id: 'exact', faster: 'fast@ping', than: 'first@ping', metric: 'p99', atLeast: 1.1 }
  const taught = (claims) =>
    listExerciseSteps(manifest({ steps, claims })).map(({ claim, isExact }) => [claim?.id, isExact])
  t.same(taught([main, exact]), [['main', false], ['exact', true]])
  const own = { ...main, id: 'own', faster: 'first', atLeast: 1.5 }
  t.same(taught([main, own]), [['own', true], ['main', false]])
  t.same(taught([{ ...main, dependsOn: 'x', atLeast: undefined }]), [[undefined, false], [undefined, false]], 'only required claims teach')
  t.same(taught([{ ...main, atLeast: 0.5 }, own]), [['own', true], [undefined, false]], 'a claim about at most twice the cost teaches no step')
})
