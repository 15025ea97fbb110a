import { defineLab } from '@hotpath-labs/lab'

const NOTES = ['buy a kettle', 'call the *garden* shop', 'read about start-up', 'fix the lamp in the hall', 'write to Ada']

export default defineLab({
  title: 'A command that starts slowly',
  question: 'A command line tool counts the words of a note. Why is nearly all of its time gone before its first line runs?',
  answer: 'an import at the top loads a file and all that this file imports, whether the command needs it or not',
  theme: 'V8',
  workshop: { place: 28, minutes: 20, why: 'The first program here that ends at once, so all of its time is its start.' },
  kind: 'command',
  variants: {
    slow: 'importing all at the top',
    cache: 'importing all, with a compile cache',
    first: 'the first run with a compile cache',
    fast: 'importing when needed',
  },
  limit: 'a program without imports',
  node: { cache: '>=22.8', first: '>=22.8' },
  workload: {
    inputs: (random) => [['words', NOTES[random.int(0, NOTES.length - 1)], String(random.int(0, 1e9))]],
    randomInputs: (fc) => fc.oneof(
      fc.tuple(fc.constantFrom('words', 'html'), fc.constantFrom(...NOTES), fc.string({ maxLength: 12 })),
      fc.tuple(fc.constant('check'), fc.json({ maxDepth: 1 }))
    ),
    edgeCases: {
      'a note that is right': ['check', '{ "title": "Kettles", "year": 1999 }'],
      'an empty title': ['check', '{ "title": "" }'],
      'a year with a fraction': ['check', '{ "title": "Kettles", "year": 19.5 }'],
      'no JSON': ['check', '{ "title": '],
      'a page': ['html', '# Kettles\n\nA *blue* one, with `<lid>` & [tap](#tap):\n\n- small\n- **large**'],
      'an unknown command': ['toString'],
      'no command': [],
      'a question for help': ['--help'],
      'blanks, and no word': ['words', ' \t '],
    },
  },
  steps: { fast: 'load only what the command needs' },
  givesUp: { fast: 'an import that fails is seen only when somebody uses its command' },
  claims: [
    { id: 'late', faster: 'fast', than: 'slow', metric: 'run', atLeast: 1.35, published: 'I1' },
    { id: 'late-or-cache', faster: 'fast', than: 'cache', metric: 'run', atLeast: 2 },
    { id: 'cache', faster: 'cache', than: 'slow', metric: 'run', dependsOn: 'the disk, and how much of the code runs at the start', published: 'I3' },
    { id: 'first-run', faster: 'slow', than: 'first', metric: 'run', dependsOn: 'the disk, and how much code is cached' },
  ],
})
