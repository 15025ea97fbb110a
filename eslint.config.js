import neostandard, { plugins } from 'neostandard'

/** Lines up to this length fit two windows side by side; long texts in strings, templates and regular expressions may exceed it. */
const LINE = { code: 140, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true }

export default [
  ...neostandard({ ignores: ['**/node_modules/**', '.tap/**', 'my/**', 'profiles/**', 'docs/.vitepress/{cache,dist}/**'] }),
  {
    rules: {
      '@stylistic/max-len': ['error', LINE],
      'max-lines': ['error', 600],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // a test is read from top to bottom, one promise after the other
    files: ['**/*.test.js'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    // every Node from 6.1 on loads the worker
    files: ['shared/engine/worker/**/*.cjs'],
    languageOptions: { ecmaVersion: 2015, sourceType: 'commonjs' },
    plugins: { n: plugins.n },
    rules: {
      'n/no-unsupported-features/node-builtins': ['error', { version: '>=6.1.0' }],
      'n/no-unsupported-features/es-builtins': ['error', { version: '>=6.1.0' }],
      'n/no-unsupported-features/es-syntax': ['error', { version: '>=6.1.0' }],
      'object-shorthand': 'off',
    },
  },
  {
    // every Node from 12 on loads the recorder of flame graphs
    files: ['shared/profile/flame/recorder.cjs'],
    languageOptions: { ecmaVersion: 2019, sourceType: 'commonjs' },
    plugins: { n: plugins.n },
    rules: {
      'n/no-unsupported-features/node-builtins': ['error', { version: '>=12.0.0', allowExperimental: true }],
      'n/no-unsupported-features/es-builtins': ['error', { version: '>=12.0.0' }],
      'n/no-unsupported-features/es-syntax': ['error', { version: '>=12.0.0' }],
    },
  },
]
