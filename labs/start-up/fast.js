const modules = {
  check: () => import('./check.js'),
  html: () => import('./html.js'),
  words: () => import('./words.js'),
}

const [name, ...rest] = process.argv.slice(2)

if (Object.hasOwn(modules, name)) {
  const commands = await modules[name]()
  console.log(commands[name](rest.join(' ')))
} else {
  console.error(`expected one of ${Object.keys(modules).join(', ')}`)
  process.exitCode = 2
}
