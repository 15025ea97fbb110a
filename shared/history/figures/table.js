import { formatMarkdownRow } from 'hotpath/report'

/** Formats a Markdown table. @param {string[]} head @param {string[][]} rows */
export function formatTable (head, rows) {
  return [head, head.map(() => '---'), ...rows].map(formatMarkdownRow).join('\n')
}
