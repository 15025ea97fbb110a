import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { VariantFailure } from 'hotpath/failures'
import { writeFileAtomically } from 'hotpath/files'
import { runCommand, startCommand } from '../command.js'
import { runVariantsUnderLoad } from '../drive.js'
import { createFlamePageData } from '../flame/data.js'
import { renderFlamePage } from '../flame/page.js'
import { buildPagePath } from '../tool.js'
import { formatVariantSection } from '../v8/reports.js'
import { formatTimeShares } from '../v8/share-lines.js'
import { countPerfStacks } from './fold.js'
import { buildStackTree } from './stack-tree.js'

/** @import { Tool } from '../tool.js' */

const SECONDS = 2

/** Samples per second: 999 instead of 1000, so that samples do not coincide with timers that fire every millisecond. */
const HZ = 999

/** perf's options for sampling by the kernel's clock, because most virtual machines hide the processor's counters. */
const SAMPLING = ['-e', 'cpu-clock', '-F', String(HZ)]

/** Time limit of `perf script` in ms, about ten times the usual time for two seconds of samples. */
const SCRIPT_TIMEOUT_MS = 60_000

/** Time limit in ms for `perf record` to write its file after SIGINT. */
const STOP_TIMEOUT_MS = 5000

/** @type {Tool} */
export const perfTool = {
  cannot () {
    const instead = 'Use --tool flame.'
    if (process.platform !== 'linux') return `perf runs on Linux only. ${instead}`
    const { error, status, stderr } = spawnSync(
      'perf',
      ['record', '-q', '-o', '/dev/null', ...SAMPLING, '--', 'true'],
      { encoding: 'utf8' }
    )
    if (error) return `perf is not installed (Debian: apt-get install linux-perf). ${instead}`
    if (status !== 0) return `perf is not allowed here (${stderr.trim().split('\n')[0] || 'no reason given'}). ${instead}`
  },

  async run (context) {
    const { lab, variants, folder } = context
    const buildPath = (/** @type {string} */ variant, /** @type {string} */ ending) => join(folder, `perf-${variant}.${ending}`)
    // temporary files: perf's data, and the names of JavaScript functions, which Node writes to /tmp for perf
    const temporary = variants.map((variant) => buildPath(variant, 'data'))
    const clean = () => { for (const file of temporary) rmSync(file, { force: true }) }
    clean()
    process.on('exit', clean)
    try {
      const lines = []
      const files = []
      const profiles = []
      const { failure } = await runVariantsUnderLoad(context, (variant) => ({
        flags: ['--perf-basic-prof', '--interpreted-frames-native-stack'],
        seconds: SECONDS,
        during: async ({ child: { pid } }) => {
          temporary.push(`/tmp/perf-${pid}.map`)
          await recordSamples(variant, Number(pid), buildPath(variant, 'data'))
        },
      }))
      for (const variant of variants) {
        context.onProgress(`${variant}: perf script`)
        const [script, folded] = [buildPath(variant, 'script.txt'), buildPath(variant, 'folded.txt')]
        const { code, output } = await runCommand(
          'perf',
          ['script', '-i', buildPath(variant, 'data'), '-F', 'ip,sym,dso'],
          { stdoutFile: script, timeoutMs: SCRIPT_TIMEOUT_MS }
        )
        const { stacks, leaves, samples } = countPerfStacks(readFileSync(script, 'utf8'))
        writeFileAtomically(folded, [...stacks].map(([stack, count]) => `${stack} ${count}\n`).join(''))
        files.push(folded, script)
        if (samples) profiles.push(buildStackTree(stacks, { variant, folder: lab.folder, usPerSample: 1e6 / HZ }))
        lines.push(...formatVariantSection(
          lab,
          variant,
          code === 0 ? formatTimeShares(lab, [...leaves], samples) : [`perf script failed: ${output.split('\n')[0]}`]
        ))
      }
      if (profiles.length === 0) return { files, lines, failure }
      const page = buildPagePath(context, 'perf')
      writeFileAtomically(page, renderFlamePage(createFlamePageData(lab, profiles, 'in all')))
      return { page, files: [...files, page], lines, failure }
    } finally {
      clean()
      process.off('exit', clean)
    }
  },
}

/** @param {string} variant @param {number} pid @param {string} file @throws {VariantFailure} if perf cannot attach */
async function recordSamples (variant, pid, file) {
  const { child } = startCommand(
    'perf',
    ['record', '-q', '-g', ...SAMPLING, '-o', file, '-p', String(pid)],
    { stdio: ['ignore', 'ignore', 'pipe'] }
  )
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => { stderr += text })
  const closed = once(child, 'close')
  await Promise.race([sleep(SECONDS * 1000), closed])
  child.kill('SIGINT')
  await Promise.race([closed, sleep(STOP_TIMEOUT_MS)])
  if (child.exitCode === 1) throw new VariantFailure('NOT_PROFILED', variant, 'could not be recorded with perf', stderr)
}
