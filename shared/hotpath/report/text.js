export {
  TABLE_COLUMN_GAP, NO_BREAK_SPACE, DEFAULT_TEXT_WIDTH, formatColumns, wrapCodeLine, wrapWithHangingIndent, findReportWidth, wrapText,
} from './lines.js'
export { formatNextSteps } from './next.js'
