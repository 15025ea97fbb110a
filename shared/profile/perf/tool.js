import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programName } from 'hotpath/lab'
import { VariantFailure } from 'hotpath/failures'
import { writeWhole } from 'hotpath/files'
import { finished, started } from '../command.js'
import { drivenInTurn } from '../drive.js'
import { flameData } from '../flame/data.js'
import { flamePage } from '../flame/page.js'
import { pageFile } from '../tools.js'
import { shareLines } from '../v8/shares.js'
import { fold } from './fold.js'
import { treeOf } from './tree.js'

const SECONDS = 2

/** The processor's own counters are hidden from most virtual machines, the kernel's clock is everywhere. Not a round figure, so as not to keep step with timers. */
const HZ = 999
const SAMPLES = ['-e', 'cpu-clock', '-F', String(HZ)]

/** Some ten times what reading two seconds of samples takes. */
const READ_WITHIN_MS = 60_000

/** Time to attach. */
const ATTACHES_WITHIN_MS = 5000

/** @type {import('../tools.js').Tool} */
export const tool = {
  cannot () {
    const instead = 'Use --tool flame.'
    if (process.platform !== 'linux') return `perf runs on Linux only. ${instead}`
    const { error, status, stderr } = spawnSync('perf', ['record', '-q', '-o', '/dev/null', ...SAMPLES, '--', 'true'], { encoding: 'utf8' })
    if (error) return `perf is not installed (Debian: apt-get install linux-perf). ${instead}`
    if (status !== 0) return `perf is not allowed here (${stderr.trim().split('\n')[0] || 'no reason given'}). ${instead}`
  },

  async run (context) {
    const { lab, variants, folder } = context
    const fileOf = (/** @type {string} */ variant, /** @type {string} */ ending) => join(folder, `perf-${variant}.${ending}`)
    // the names of functions V8 writes to /tmp, and perf looks nowhere else; without them nobody can read the data
    const passing = variants.map((variant) => fileOf(variant, 'data'))
    const forget = () => { for (const file of passing) rmSync(file, { force: true }) }
    forget()
    process.on('exit', forget)
    try {
      const lines = []
      const profiles = []
      const { failure } = await drivenInTurn(context, (variant) => ({
        flags: ['--perf-basic-prof', '--interpreted-frames-native-stack'],
        seconds: SECONDS,
        during: async ({ child: { pid } }) => {
          passing.push(`/tmp/perf-${pid}.map`)
          await recorded(variant, Number(pid), fileOf(variant, 'data'))
        },
      }))
      for (const variant of variants) {
        context.onProgress(`${variant}: perf script`)
        const stdout = openSync(fileOf(variant, 'script.txt'), 'w')
        const { code, said } = await finished('perf', ['script', '-i', fileOf(variant, 'data'), '-F', 'ip,sym,dso'], { stdout, withinMs: READ_WITHIN_MS }).finally(() => closeSync(stdout))
        const { stacks, leaves, samples } = fold(readFileSync(fileOf(variant, 'script.txt'), 'utf8'))
        writeWhole(fileOf(variant, 'folded.txt'), [...stacks].map(([stack, count]) => `${stack} ${count}\n`).join(''))
        if (samples) profiles.push(treeOf(stacks, { variant, folder: lab.folder, usPerSample: 1e6 / HZ }))
        const most = [...leaves].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count)
        lines.push(`${variant}: ${programName(lab.manifest, variant)}`, ...(code === 0 ? shareLines(lab, most, samples) : [`  perf script failed: ${said.split('\n')[0]}`]), '')
      }
      const files = variants.flatMap((variant) => [fileOf(variant, 'folded.txt'), fileOf(variant, 'script.txt')])
      if (profiles.length === 0) return { files, lines, failure }
      const page = pageFile(context, 'perf')
      writeWhole(page, flamePage(flameData(lab, profiles, 'in all')))
      return { page, files: [...files, page], lines, failure }
    } finally {
      forget()
      process.off('exit', forget)
    }
  },
}

/** @param {string} variant @param {number} pid @param {string} file */
async function recorded (variant, pid, file) {
  const { child } = started('perf', ['record', '-q', '-g', ...SAMPLES, '-o', file, '-p', String(pid)], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => { said += text })
  const ended = new Promise((resolve) => child.on('close', resolve))
  await Promise.race([sleep(SECONDS * 1000), ended])
  child.kill('SIGINT')
  await Promise.race([ended, sleep(ATTACHES_WITHIN_MS)])
  if (child.exitCode === 1) throw new VariantFailure(variant, 'could not be recorded with perf', said)
}
