import { formatClaimResult } from '@hotpath-labs/lab/report/statement.js'
import { capitalize } from '@hotpath-labs/terminal/numbers.js'
import { MeasureAgainScreen } from './again.js'
import { BoardScreen } from './board.js'
import { CodeChangeScreen } from './change.js'
import { findFiguresOfSides, renderVariantFigures, renderLargeFigure, equalizeFigureSizes } from './columns.js'
import { createElement, replaceChildrenIfChanged } from './element.js'
import { ProfileScreen } from './profile.js'
import { StageScreen, renderRunStatus, joinSeen } from './screen.js'

/**
 * @import { PageState } from '../stage.js'
 * @import { LabView } from '../lab-view.js'
 */

class Question extends StageScreen {
  static title = 'the question'
  static notes = 'question'

  draw () {
    // draws the question only once, because a run does not change the question
    if (this.root.firstElementChild?.className === 'question') return
    // without the lab's title, which may answer the question
    this.root.replaceChildren(createElement('div', { className: 'question' }, [createElement('h2', { textContent: this.lab.question })]))
  }
}

class Baseline extends StageScreen {
  static title = 'the baseline'
  static notes = 'baseline'
  static showsRun = true

  static steps () {
    return 2
  }

  /** @param {PageState} state @param {number} step */
  draw ({ run, isReplay, sentence, say }, step) {
    const [claim] = this.lab.claims
    const sides = [claim.slower, claim.faster]
    const figures = findFiguresOfSides(run, claim)
    const most = Math.max(0, ...figures.map((one) => one?.[claim.metric] ?? 0))
    const columns = sides.map((side, index) => {
      if (index === 1 && step === 0) return covered(this.lab, side)
      // draws the first bar at full length while the second is covered: its true length would reveal the length of the second
      const full = step === 0 ? figures[index]?.[claim.metric] ?? 0 : most
      return renderVariantFigures(this.lab, side, figures[index], { metric: claim.metric, most: full, order: index ? 'second' : 'first' })
    })
    equalizeFigureSizes(columns)
    const seen = run.claims.find(({ id }) => id === claim.id)
    const isExpected = run.phase !== 'done' || run.result?.verdict === 'holds'
    // leaves an expected verdict to the last screen: here the room compares figures
    const compared = step === 1 && seen && isExpected ? [createElement('p', { className: 'seen', textContent: `${capitalize(formatClaimResult(joinSeen(claim, seen)).sentence)}.` })] : []
    const [text, remark] = step === 0 || isExpected ? ['', ''] : [sentence, say]
    const below = createElement('div', { className: 'below' }, [...compared, ...renderRunStatus(run, isReplay, text, remark)])
    replaceChildrenIfChanged(this.root, [createElement('div', { className: 'columns' }, columns), below])
  }
}

const SCREENS = [Question, Baseline, ProfileScreen, CodeChangeScreen, MeasureAgainScreen]

/** @param {LabView} lab @returns {any[]} the screens, in their order */
export function listStageScreens ({ hasBoard }) {
  return hasBoard ? [...SCREENS, BoardScreen] : SCREENS
}

/**
 * @param {LabView} lab
 * @param {{ screen: number, step: number }} at
 * @param {1 | -1} direction
 * @returns {{ screen: number, step: number }} the next or previous place, or the same one at an end
 */
export function findAdjacentStep (lab, { screen, step }, direction) {
  const screens = listStageScreens(lab)
  const steps = screens.map((one) => one.steps(lab))
  if (step + direction >= 0 && step + direction < steps[screen]) return { screen, step: step + direction }
  const next = screen + direction
  if (next < 0 || next >= screens.length) return { screen, step }
  return { screen: next, step: direction === 1 ? 0 : steps[next] - 1 }
}

/** Hides also the program's name, which may answer the question. @param {LabView} lab @param {string} side */
function covered (lab, side) {
  const [variant] = side.split('@')
  return createElement('section', { className: 'column covered' }, [
    createElement('h2', { textContent: lab.files[variant] ?? 'the other program' }),
    renderLargeFigure('?'),
    createElement('p', { className: 'quiet' }, [createElement('b', { className: 'unit', textContent: 'What is your guess?' })]),
  ])
}
