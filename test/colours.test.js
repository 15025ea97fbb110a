import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lab, rgb } from 'd3'
import t from 'tap'
import { ROOT } from './cli.js'

/** What is left of linear red, green and blue for whom, after Machado and others (2009), at full severity. */
const EYES = {
  'who see all colours': [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  'without red cones': [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  'without green cones': [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  'without blue cones': [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}

/** Of the difference between black and white, which is 100: nobody takes two colours that are so far apart for one. */
const APART = 20

/** Pages draw so many sides, and flame graphs so many kinds of frames. */
const SETS = { 'shared/site/style.css': ['side0', 'side1', 'side2', 'side3', 'side4'], 'shared/profile/flame/view.css': ['own', 'dependency', 'node', 'found'], 'shared/stage/page/stage.css': ['own', 'dependency', 'node', 'found'] }

const linear = (value) => value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
const encoded = (value) => 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)

function seenBy (colour, eyes) {
  const { r, g, b } = rgb(colour)
  const light = [r, g, b].map(linear)
  const project = (row) => row.reduce((sum, weight, index) => sum + weight * light[index], 0)
  const [red, green, blue] = eyes.map((row) => encoded(Math.min(1, Math.max(0, project(row)))))
  return lab(rgb(red, green, blue))
}

function distance (one, other) {
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b)
}

/** @param {string} css @returns {{ light: Map<string, string>, dark: Map<string, string> }} its colours by name */
function coloursOf (css) {
  const [light, dark] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, body]) => new Map([...body.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value])))
  const resolved = (map) => new Map([...map].map(([name, value]) => [name, map.get(value.match(/^var\(--(.*)\)$/)?.[1] ?? '') ?? value]))
  return { light: resolved(light), dark: resolved(new Map([...light, ...dark])) }
}

for (const [file, names] of Object.entries(SETS)) {
  t.test(`colours of ${file} are told apart`, async (t) => {
    for (const [scheme, colours] of Object.entries(coloursOf(readFileSync(join(ROOT, file), 'utf8')))) {
      for (const [who, eyes] of Object.entries(EYES)) {
        const seen = names.map((name) => ({ name, colour: seenBy(String(colours.get(name)), eyes) }))
        const pairs = seen.flatMap((one, index) => seen.slice(index + 1).map((other) => ({ names: `${one.name} and ${other.name}`, apart: distance(one.colour, other.colour) })))
        const closest = pairs.reduce((a, b) => b.apart < a.apart ? b : a)
        t.ok(closest.apart >= APART, `${scheme}, by those ${who}: ${closest.names} are ${closest.apart.toFixed(0)} apart`)
      }
    }
  })
}
