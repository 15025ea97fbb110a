import { readFileSync } from 'node:fs'
import { HotpathError } from '../failures/index.js'
import { mergeShardResults } from '../compare/merge.js'
import { EXIT_CODES_HELP, addOutputOptions, reportResult } from './output.js'

/** @import { Command } from 'commander' */

/** @param {Command} program @returns {Command} */
export function registerMergeCommand (program) {
  const command = program.command('merge')
    .description('merge the results of hotpath compare --shard i/n --json into one result')
    .argument('<files...>', 'the files of all shards, each with the output of hotpath compare --shard i/n --json')
  return addOutputOptions(command)
    .addHelpText('after', `
Example:
  hotpath compare --base main --shard 1/2 --json > 1.json    on one machine
  hotpath compare --base main --shard 2/2 --json > 2.json    on another machine
  hotpath merge 1.json 2.json

${EXIT_CODES_HELP}`)
    .action((/** @type {string[]} */ files, options) => {
      reportResult(mergeShardResults(files.map((file) => ({ file, result: readJson(file) }))), options)
    })
}

/** @param {string} file @returns {unknown} */
function readJson (file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') throw new HotpathError('NO_FILE', `There is no file ${file}. Expected the output of: hotpath compare … --json > ${file}`)
    throw new HotpathError('BAD_RESULT', error instanceof SyntaxError ? `${file} is not JSON. Expected the output of: hotpath compare … --json` : `${file} cannot be read: ${error.message}`)
  }
}
