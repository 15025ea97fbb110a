/** Actions of GitHub, pinned by the hash of their commit: a tag could move. */
export const PINNED = {
  checkout: 'actions/checkout@8e8c483db84b4bee98b60c0593521ed34d9990e8 # v6.0.1',
  'setup-node': 'actions/setup-node@395ad3262231945c25e8478fd5baf05154b1d79f # v6.1.0',
}

/** Names of labels. */
export const LABELS = { measure: 'measure performance', accept: 'slowdown accepted' }

/**
 * @typedef {object} Wishes of a maintainer
 * @property {'always' | 'label' | 'paths'} when
 * @property {string[]} paths patterns, for `paths`
 * @property {string} setup command that builds both versions; empty if there is none
 * @property {string} action address of the action, with the hash of a commit: owner/name@hash
 * @property {string} folder of the perf files, from the top of the repository
 * @property {number} node major version
 */

/** Input of the action, as an expression of GitHub's. */
const SHARD = 'shard: ${{ matrix.shard }}' // eslint-disable-line no-template-curly-in-string

/** @param {string} text @returns {string} as a string of YAML */
const quote = (text) => `'${text.replaceAll("'", "''")}'`

/**
 * Writes the workflow that measures. It runs the pull request's own code, so it has no token that may write.
 *
 * @param {Wishes} wishes
 * @returns {string} YAML
 */
export function formatMeasuringWorkflow ({ when, paths, setup, action, folder, node }) {
  const isNewPush = "github.event.action != 'labeled' && github.event.action != 'unlabeled'"
  const isAsked = `contains(github.event.pull_request.labels.*.name, '${LABELS.measure}') && (${isNewPush} || github.event.label.name == '${LABELS.measure}')`
  const options = [...setup ? [`setup: ${quote(setup)}`] : [], ...folder ? [`working-directory: ${quote(folder)}`] : []]
  const steps = (/** @type {string} */ mode, /** @type {string[]} */ more) => `      - uses: ${PINNED.checkout}
        with:
          # the whole history, because the base is in it
          fetch-depth: 0
          persist-credentials: false
      - uses: ${PINNED['setup-node']}
        with:
          node-version: ${node}
      - id: hotpath
        uses: ${action}
        with:
          mode: ${mode}
${[...more, ...options].map((line) => `          ${line}\n`).join('')}`
  return `# Written by: hotpath init --github
# Measures a pull request against its base. It runs the pull request's code, so it gets no token that may write.
name: hotpath

on:
  pull_request:
    types: [opened, synchronize, reopened, labeled, unlabeled]
${when === 'paths' ? `    paths: [${paths.map(quote).join(', ')}]\n` : ''}  # measures nothing there, but a required check needs an answer
  merge_group:

permissions: {}

# a newer push ends an older measurement; a label does not
concurrency:
  group: hotpath-\${{ github.ref }}-\${{ github.event.label && github.event.label.name != '${LABELS.measure}' && github.run_id || 'push' }}
  cancel-in-progress: true

jobs:
  measure:
    if: github.event_name == 'pull_request' && ${when === 'label' ? isAsked : isNewPush}
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
      contents: read
    strategy:
      fail-fast: false
      matrix:
        # more parts end sooner, each on a machine of its own: ['1/2', '2/2']
        shard: ['1/1']
    outputs:
      red: \${{ steps.hotpath.outputs.red }}
    steps:
${steps('measure', [SHARD])}
  # a machine may be slow for all its life, so another one measures again what looked slower
  confirm:
    needs: measure
    if: \${{ !cancelled() && needs.measure.outputs.red == 'true' }}
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
      contents: read
    steps:
${steps('confirm', [])}`
}

/**
 * Writes the workflow that reports. It runs none of the pull request's code, so it may write the comment and the check.
 *
 * @param {Wishes} wishes
 * @returns {string} YAML
 */
export function formatReportWorkflow ({ action, node }) {
  return `# Written by: hotpath init --github
# Writes one comment and one check. It checks out nothing and runs none of the pull request's code.
name: hotpath report

on:
  workflow_run:
    workflows: [hotpath]
    types: [completed]

permissions: {}

jobs:
  report:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      actions: read
      checks: write
      pull-requests: write
    steps:
      - uses: ${PINNED['setup-node']}
        with:
          node-version: ${node}
      - uses: ${action}
        with:
          mode: report
          token: \${{ github.token }}
          accept-label: ${LABELS.accept}
          # a benchmark that nobody can judge makes the check neutral if it may be slower by more than this
          undecided: '30%'
`
}
