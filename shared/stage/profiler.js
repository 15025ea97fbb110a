import { mkdirSync } from 'node:fs'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { lockMachine, formatWaitingForLock } from '@hotpath-labs/engine/process/lock.js'
import { PROFILING_TOOLS } from '@hotpath-labs/profile/tools.js'
import { chooseProfilingTool, makeProfilingContext, formatMachineError } from '@hotpath-labs/command-line/profiling.js'
import { sendEventToStage, runTaskForStage } from './channel.js'

const WHAT = 'the profile'

runTaskForStage(async ({ folder, node }) => {
  const wrong = await takeProfile(folder, node)
  await sendEventToStage(wrong ? { type: 'failed', what: wrong } : { type: 'profiled' })
})

/**
 * @param {string} folder of a lab
 * @param {string | undefined} node binary
 * @returns {Promise<string | undefined>} what is wrong, if anything is
 */
async function takeProfile (folder, node) {
  const lab = await loadLab(folder)
  const context = await makeProfilingContext(planClaims(lab), undefined, { node })
  const release = await lockMachine(`${WHAT} of ${lab.name}`, (other) => sendEventToStage({ type: 'waiting', what: formatWaitingForLock(other) }))
  sendEventToStage({ type: 'profiling' })
  try {
    const tool = await PROFILING_TOOLS[chooseProfilingTool(lab)].load()
    const lack = tool.cannot?.(context)
    if (lack) return lack
    mkdirSync(context.folder, { recursive: true })
    const { failure } = await tool.run(context)
    return failure && `${failure.part} ${failure.what}`
  } catch (error) {
    return formatMachineError(error, lab, WHAT)
  } finally {
    release()
  }
}
