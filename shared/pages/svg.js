import { escaped } from './data.js'

/** Colours of its own, near those of shared/pages/style.css: a picture stands alone, on any paper. */
const STYLE = `svg { --ink: #111; --quiet: #555; --rule: #ccc; --paper: #fff; --first: #8c1d18; --second: #0b57d0; --third: #00695c; }
@media (prefers-color-scheme: dark) { svg { --ink: #eee; --quiet: #b4b8be; --rule: #454a51; --paper: #16181c; --first: #ff9a8f; --second: #8ab4f8; --third: #80cbc4; } }
text { font: 13px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: var(--ink); }
.paper { fill: var(--paper); } .quiet { fill: var(--quiet); } .first { fill: var(--first); } .head { font-size: 16px; font-weight: 600; } .title { font-size: 22px; font-weight: 700; } .number { font-weight: 700; } .small { font-size: 12px; }
.rule { stroke: var(--rule); } .one { stroke: var(--ink); stroke-width: 1.5; } .change { stroke: var(--quiet); stroke-dasharray: 4 4; }
path { fill: none; } path.late { stroke: var(--second); stroke-opacity: .5; } path.published { fill: var(--first); }
circle.late { fill: var(--second); } line.late { stroke: var(--second); stroke-width: 2.5; }`

/**
 * @param {{ width: number, height: number, label: string, body: string }} picture `label`: what somebody hears who does not see it
 * @returns {string} SVG, light and dark by what the reader prefers
 */
export function svg ({ width, height, label, body }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">
<style>${STYLE}</style>
<rect class="paper" width="${width}" height="${height}" rx="8"/>
${body}
</svg>
`
}
