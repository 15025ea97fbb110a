import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { forkWorker } from '@hotpath-labs/engine/process/measured-process.js'
import { countEqualValues, formatVariantSection, formatTimeShares } from '../v8/reports.js'
import { createFlameFrame, addChildNode, createTreeNode, sumTotalTimes } from '../flame/tree.js'
import { parseFunctionPlace } from '../v8/place.js'
import { saveCommandOutput, startCommand } from '../command.js'
import { runVariantsUnderLoad } from '../drive.js'
import { createFlamePageData } from '../flame/data.js'
import { renderFlamePage } from '../flame/page.js'
import { buildPagePath } from '../tool.js'

/**
 * @import { Profiled } from '../flame/tree.js'
 * @import { Tool } from '../tool.js'
 */

/**
 * Counts equal stacks in the output of `perf script -F ip,sym,dso`.
 * Joins the functions of each stack with `;`, the format that flamegraph.pl and speedscope read.
 *
 * @param {string} script
 * @returns {{ stacks: Map<string, number>, leaves: Map<string, number>, samples: number }}
 *   stacks from the root on, joined by `;`; leaves are the running functions
 */
export function countPerfStacks (script) {
  const samples = script.split(/\n\s*\n/).map(parseFrames).filter((frames) => frames.length)
  return {
    stacks: countEqualValues(samples.map((frames) => frames.toReversed().map((frame) => frame.replaceAll(';', ',')).join(';'))),
    leaves: countEqualValues(samples.map(([leaf]) => leaf)),
    samples: samples.length,
  }
}

/** @param {string} sample @returns {string[]} symbols, or libraries in brackets, from the leaf on */
function parseFrames (sample) {
  return sample.split('\n').flatMap((line) => {
    const [, symbol, library] = line.match(/^\s*[0-9a-f]+ (.+) \((.*)\)$/) ?? []
    return symbol ? [symbol === '[unknown]' ? `[${library.split('/').pop()?.replace(/[[\]]/g, '')}]` : symbol] : []
  })
}

/**
 * Pattern of the prefix before a JavaScript function's name in perf's output, such as `JS:*`. The character `*` stands for the
 * compiler tier (see v8/logs.js).
 */
const KIND_AND_TIER = /^\w+:(?:o?[~^+*]'?)?/

/**
 * Builds a flame graph's tree from perf's counted stacks. The tree includes native code, the kernel and the measuring code.
 *
 * @param {Map<string, number>} stacks
 * @param {{ variant: string, folder: string, usPerSample: number }} options `folder` is the lab's
 * @returns {Profiled} in all, not per operation
 */
export function buildStackTree (stacks, { variant, folder, usPerSample }) {
  const root = createTreeNode(createFlameFrame({ functionName: variant, url: '', lineNumber: -1 }, folder))
  for (const [stack, samples] of stacks) {
    let node = root
    for (const symbol of stack.split(';')) {
      const { name, place } = parseFunctionPlace(symbol.replace(KIND_AND_TIER, '')) ?? {}
      const callFrame = { functionName: name ?? symbol, url: place?.file ?? '', lineNumber: (place?.line ?? 0) - 1 }
      node = addChildNode(node, createFlameFrame(callFrame, folder))
    }
    node.self += samples * usPerSample
  }
  sumTotalTimes(root)
  return { variant, operations: 1, idle: 0, root }
}

const SECONDS = 2

/** Samples per second: 999 instead of 1000, so that samples do not coincide with timers that fire every millisecond. */
const HZ = 999

/** perf's options for sampling by the kernel's clock, because most virtual machines hide the processor's counters. */
const SAMPLING = ['-e', 'cpu-clock', '-F', String(HZ)]

/** Time limit of `perf script` in seconds, about fifty times the usual time for two seconds of samples. */
const MAX_SCRIPT_SECONDS = 300

/** Time limit in ms for `perf record` to write its file after SIGINT. */
const STOP_TIMEOUT_MS = 30_000

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
    const { plan, variants, folder } = context
    const { lab } = plan
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
        launch (file, options) {
          const child = forkWorker(file, options)
          temporary.push(`/tmp/perf-${child.pid}.map`)
          return child
        },
        during: ({ child: { pid } }) => recordSamples(Number(pid), buildPath(variant, 'data')),
      }))
      for (const variant of variants) {
        context.onProgress(`${variant}: perf script`)
        const [script, folded] = [buildPath(variant, 'script.txt'), buildPath(variant, 'folded.txt')]
        const args = ['script', '-i', buildPath(variant, 'data'), '-F', 'ip,sym,dso']
        const failed = await saveCommandOutput('perf', args, script, { cwd: folder, seconds: MAX_SCRIPT_SECONDS })
        const { stacks, leaves, samples } = countPerfStacks(readFileSync(script, 'utf8'))
        writeFileAtomically(folded, [...stacks].map(([stack, count]) => `${stack} ${count}\n`).join(''))
        files.push(folded, script)
        if (samples) profiles.push(buildStackTree(stacks, { variant, folder: lab.folder, usPerSample: 1e6 / HZ }))
        lines.push(...formatVariantSection(
          plan,
          variant,
          failed ? [`perf script failed: ${failed}`] : formatTimeShares(lab, [...leaves], samples)
        ))
      }
      if (profiles.length === 0) return { files, lines, failure }
      const page = buildPagePath(context, 'perf')
      writeFileAtomically(page, renderFlamePage(createFlamePageData(plan, profiles, 'in all', context.nodeMajor)))
      return { page, files: [...files, page], lines, failure }
    } finally {
      clean()
      process.off('exit', clean)
    }
  },
}

/** @param {number} pid @param {string} file @throws {CannotRun} if perf cannot attach */
async function recordSamples (pid, file) {
  const { child, endAll } = startCommand(
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
  endAll()
  if (child.exitCode === 1) throw new CannotRun('TOOL_FAILED', 'perf', `cannot record: ${stderr.trim().split('\n')[0] || 'no reason given'}`, 'Use --tool flame.')
}
