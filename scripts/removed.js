/** What replaces each removed command, such as `node`, or option, such as `figures --terminal`. @type {Record<string, string>} */
export const REMOVED = {
  node: 'pnpm node was removed, because --node downloads each version that it needs. Type: pnpm lab parse-int --node 22,24,26',
}
