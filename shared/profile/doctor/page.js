import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { formatJsonForScript, escapeHtml, renderPage } from '@hotpath-labs/site/html.js'
import { nameVariant } from '../tool.js'
import { SAMPLE_EVERY_MS } from './examination.js'
import { DIAGNOSIS_RULES } from './rules.js'

/**
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Sample } from '@hotpath-labs/engine/worker/index.cjs'
 * @import { Examination } from './examination.js'
 * @import { Diagnosis } from './rules.js'
 */

/** @param {'iife.min.js' | 'min.css'} end @returns {string} a file of uPlot, a library that draws charts in a browser */
const readUPlot = (end) => readFileSync(createRequire(import.meta.url).resolve(`uplot/dist/uPlot.${end}`), 'utf8')

/** @type {{ title: string, unit: string, digits: number, readSample: (sample: Sample) => number, hasLive?: boolean }[]} */
const PANELS = [
  { title: 'CPU, of one core', unit: '%', digits: 0, readSample: ({ cpu }) => cpu * 100 },
  { title: 'Event-loop utilization', unit: '%', digits: 0, readSample: ({ busy }) => busy * 100 },
  { title: 'Longest event-loop delay', unit: 'ms', digits: 1, readSample: ({ delayMs }) => delayMs },
  {
    title: 'Heap and buffers (dots: after a garbage collection)',
    unit: 'MB',
    digits: 1,
    readSample: ({ heapUsed, external }) => (heapUsed + external) / 1e6,
    hasLive: true,
  },
  { title: 'Time in garbage collection', unit: '%', digits: 1, readSample: ({ gcMs, spanMs }) => 100 * gcMs / spanMs },
  { title: 'Open handles and requests', unit: '', digits: 0, readSample: ({ handles }) => handles },
]

/**
 * Builds the data of the page's charts, with the samples of all variants on one time axis.
 *
 * @param {Examination[]} examinations
 * @returns {{ seconds: number[], panels: { title: string, unit: string, lines: (number | null)[][], dots: (number | null)[][] }[] }}
 *   one line per variant, null without a sample; dots for memory after garbage collections
 */
export function buildChartPanels (examinations) {
  const last = Math.max(0, ...examinations.flatMap(({ samples }) => samples.map(({ ms }) => ms)))
  const times = Array.from({ length: Math.floor(last / SAMPLE_EVERY_MS) + 1 }, (_, index) => index * SAMPLE_EVERY_MS)
  return {
    seconds: times.map((ms) => ms / 1000),
    panels: PANELS.map(({ title, unit, digits, readSample, hasLive }) => {
      const round = (/** @type {number | undefined} */ value) => value === undefined ? null : Number(value.toFixed(digits))
      return {
        title,
        unit,
        lines: examinations.map(({ samples }) => times.map((time) => {
          const sample = samples.find(({ ms, spanMs }) => ms - spanMs <= time && time <= ms)
          return round(sample && readSample(sample))
        })),
        dots: hasLive
          ? examinations.map(({ live }) => times.map((time, index) => {
            // draws a reading after the last sample at the end, because the diagnosis is about this reading
            const isLast = index === times.length - 1
            const reading = live.findLast(({ ms }) => isLast ? ms > time - SAMPLE_EVERY_MS / 2 : Math.abs(ms - time) <= SAMPLE_EVERY_MS / 2)
            return round(reading && reading.bytes / 1e6)
          }))
          : [],
      }
    }),
  }
}

const CSS = `
#panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, max(430px, (100% - 48px) / 3)), 1fr)); gap: .4rem 24px; margin: .6rem 0; }
.panel { min-width: 0; } .u-select { background: color-mix(in srgb, var(--ink) 12%, transparent); }
.uplot { font: inherit; } .u-title { font-size: 1rem; font-weight: 600; text-align: left; } .u-legend { font-size: .9rem; text-align: left; margin: 0; }
.u-legend .u-marker { width: 1.6em; height: 0; border-width: 0 0 3px !important; } #panels .left { display: none; } .u-legend th { border: 0; padding: 0 .2em; } .u-legend td { border: 0; padding: 0 .6em 0 0; }
h1, h1 + p { display: inline; margin-right: .7em; } #diagnoses { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 34rem), 1fr)); gap: 0 24px; }
.diagnosis { font-size: 1.1rem; margin: .5rem 0 0; } .diagnosis + .quiet { margin-bottom: .3rem; } .died { border-left: 4px solid var(--ink); padding-left: .6rem; }
.died pre { white-space: pre-wrap; margin: 0; font-size: .9rem; } .fired { font-weight: 700; }
#variants button { margin-right: .5rem; } svg { vertical-align: middle; } line.first { stroke: var(--first); } line.second { stroke: var(--second); }`

/**
 * @param {LabPlan} plan
 * @param {Examination[]} examinations
 * @param {Diagnosis[]} diagnoses in the order of the examinations
 * @returns {string} HTML
 */
export function renderDoctorPage ({ lab, programs }, examinations, diagnoses) {
  const variants = examinations.map(({ variant }) => variant)
  return renderPage({
    title: `${lab.name}: the doctor's diagnosis`,
    css: readUPlot('min.css') + CSS,
    body: `<main><h1>${escapeHtml(lab.name)}: the doctor’s diagnosis</h1>
<p>${escapeHtml(lab.manifest.question)}</p>
<div id="diagnoses">${examinations.map((examination, index) => drawDiagnosis(examination, diagnoses[index], programs[examination.variant].title)).join('\n')}</div>
<p id="variants">${variants.map((variant, index) => `<button data-variant="${index}" aria-pressed="true">${drawLineSample(index)} ${escapeHtml(nameVariant(variant))}</button>`).join('')}
<span class="quiet"><kbd>←</kbd> <kbd>→</kbd> move through the run, <kbd>+</kbd> <kbd>-</kbd> zoom (or drag), <kbd>0</kbd> show all</span></p>
<div id="panels"></div>
<h2>The rules</h2>
${drawRules(variants, diagnoses)}</main>`,
    scripts: [readUPlot('iife.min.js'), `globalThis.DOCTOR = ${formatJsonForScript({ variants, ...buildChartPanels(examinations) })}`],
    module: readFileSync(new URL('client.js', import.meta.url), 'utf8'),
  })
}

/** @param {Examination} examination @param {Diagnosis} diagnosis @param {string | undefined} label */
function drawDiagnosis ({ variant, failure }, { sentence, tool, next, fired }, label) {
  const [rule, ...others] = fired
  const died = failure
    ? `<div class="died"><p><b>${escapeHtml(failure.part)}</b> ${escapeHtml(failure.what)}. The charts end there.</p><pre class="code">${escapeHtml((failure.advice || failure.stderr).trim())}</pre></div>\n`
    : ''
  return `<div>${died}<p class="diagnosis"><b>${escapeHtml(nameVariant(variant))}</b>${label ? ` <span class="quiet">(${escapeHtml(label)})</span>` : ''} ${escapeHtml(sentence)}${others.length ? ` Also: ${others.join(', ')}.` : ''}</p>
${next ? `<p class="quiet">${rule ? `Rule: <i>${escapeHtml(rule)}</i>. ` : ''}Next: ${tool ? `<code>--tool ${tool}</code> shows ` : ''}${escapeHtml(next)}.</p>` : ''}</div>`
}

/** @param {string[]} variants @param {Diagnosis[]} diagnoses */
function drawRules (variants, diagnoses) {
  const rows = DIAGNOSIS_RULES.map(({ name, condition, why }) => {
    const cells = diagnoses.map(({ judged }) => {
      const { fired = false, figure = '–' } = judged.find(({ rule }) => rule === name) ?? {}
      return `<td${fired ? ' class="fired"' : ''}>${fired ? '● ' : ''}${escapeHtml(figure)}</td>`
    })
    return `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(condition)} <span class="quiet">(${escapeHtml(why)})</span></td>${cells.join('')}</tr>`
  })
  return `<table><thead><tr><th>rule</th><th>fires if (why this threshold)</th>${variants.map((variant) => `<th>${escapeHtml(nameVariant(variant))}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

/** Draws the legend on a variant's button: a short line like the variant's line in the charts. @param {number} index of the variant */
function drawLineSample (index) {
  const style = index ? 'class="second" stroke-width="2.5" stroke-dasharray="9 5"' : 'class="first" stroke-width="3"'
  return `<svg width="40" height="8" aria-hidden="true"><line x1="0" y1="4" x2="40" y2="4" ${style}/></svg>`
}
