import t from 'tap'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { listLabNames } from '@hotpath-labs/lab/project/project.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { describeLabForPage } from '../lab-view.js'
import { replayRecordingToEnd } from '../recording.js'
import { readLabRecording } from '../recording-files.js'
import { findFiguresOfSides } from './columns.js'

t.test('the two costs of every recorded run divide to the printed ratio', async (t) => {
  for (const name of listLabNames()) {
    const lab = await loadNamedLab(name)
    const recording = readLabRecording(planClaims(lab))
    if (!recording) continue
    const run = replayRecordingToEnd(recording)
    for (const claim of describeLabForPage(planClaims(lab)).claims) {
      const seen = run.claims.find(({ id }) => id === claim.id)
      const [costly, cheap] = findFiguresOfSides(run, claim).map((figures) => Number(figures?.[claim.metric]))
      if (seen) t.ok(Math.abs(costly / cheap / seen.ratio - 1) < 0.001, `${name} ${claim.id}: ${costly} and ${cheap} for ${seen.ratio}`)
    }
  }
})
