import * as commands from './commands.js'

const [name, ...rest] = process.argv.slice(2)

if (Object.hasOwn(commands, name)) {
  console.log(commands[name](rest.join(' ')))
} else {
  console.error(`expected one of ${Object.keys(commands).join(', ')}`)
  process.exitCode = 2
}
