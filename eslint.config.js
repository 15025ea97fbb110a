import neostandard, { plugins } from 'neostandard'

export default [
  ...neostandard({ ignores: ['**/node_modules/**', '.tap/**', 'my/**', 'profiles/**', 'docs/.vitepress/{cache,dist}/**'] }),
  {
    // the worker is the file that any Node from 6.1 on must be able to load
    files: ['shared/hotpath/worker/**/*.cjs'],
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
    // what the recorder of flame graphs needs inside of a process that it profiles: from Node 12 on
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
