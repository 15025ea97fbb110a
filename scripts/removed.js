/** What replaces each removed command, such as `node`, or option, such as `figures --terminal`. @type {Record<string, string>} */
export const REMOVED = {
  'figures --terminal': 'pnpm figures no longer records docs/terminal.svg, which is now a fixed picture. Type: pnpm figures',
  node: 'pnpm node was removed, because --node downloads each version that it needs. Type: pnpm lab parse-int --node 22,24,26',
}
