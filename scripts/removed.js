/** What replaces each removed command, such as `node`, or option, such as `figures --terminal`. @type {Record<string, string>} */
export const REMOVED = {
  'figures --terminal': 'pnpm figures no longer records docs/terminal.svg, which is now a fixed picture. Type: pnpm figures',
  node: 'pnpm node was removed, because --node downloads each version that it needs. Type: pnpm lab parse-int --node 22,24,26',
  'validate grid': 'pnpm validate grid was removed. To try blocks of other lengths, type: pnpm validate lengths parse-int',
  'lab --timing': 'pnpm lab --timing was removed. For the seconds of a run, type: pnpm lab <name> --verbose',
  'lab --trace': 'pnpm lab --trace was removed. For where the time goes, type: pnpm lab <name> profile',
  curves: 'pnpm curves was removed. To draw how a lab warms up on this machine, type: pnpm lab <name> curve',
  'lab --steady': 'pnpm lab --steady was removed. For warm programs, type: pnpm lab <name> --warm-up 4000',
  'verify --steady': 'pnpm verify --steady was removed. For warm programs, type: pnpm verify --warm-up 4000',
}
