import pluginVue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'
import { ownNames } from './build/lint/own-names.mjs'

/** A stack holds only so many arguments: a list that data makes long would end the program. */
const SPREADS = [
  {
    selector: 'CallExpression[callee.property.name=/^(push|unshift|splice|concat)$/] > SpreadElement.arguments',
    message: 'Add item by item: a stack holds only so many arguments.',
  },
]

/** Rules that a person cannot hold in the head: no any, no ts-comments, one length for files. */
export default tseslint.config(
  {
    ignores: [
      'out/',
      '**/dist/',
      'node_modules/',
      'test-results/',
      'playwright-report/',
      '.stryker-tmp/',
      '**/*.mjs',
      '**/*.cjs',
      '**/*.js',
    ],
  },
  ...tseslint.configs.recommended,
  ...pluginVue.configs['flat/essential'],
  {
    files: ['**/*.vue'],
    languageOptions: { parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.vue'] } },
  },
  {
    plugins: { areal: { rules: { 'own-names': ownNames } } },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: true },
    rules: {
      'max-lines': ['error', 500],
      'no-console': 'error',
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-undef': 'off',
      'no-restricted-syntax': ['error', ...SPREADS],
      eqeqeq: ['error', 'always'],
      'prefer-const': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true, 'ts-check': true },
      ],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'vue/multi-word-component-names': 'off',
      'vue/no-v-html': 'error',
    },
  },
  {
    files: ['core/**', 'electron/**', 'renderer/**'],
    ignores: ['**/*.test.ts', '**/*.fixture.ts'],
    rules: { 'areal/own-names': 'error' },
  },
  {
    files: ['electron/**/*.ts', 'renderer/**/*.ts', 'renderer/**/*.vue', 'build/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.fixture.ts'],
    rules: { 'max-lines-per-function': ['error', 100] },
  },
  {
    files: ['core/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.fixture.ts'],
    rules: { 'max-lines-per-function': ['error', 60] },
  },
  {
    files: ['electron/cli/**/*.ts', 'electron/browser/main.ts', 'build/**/*.ts', '**/*.test.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['e2e/**/*.ts', '**/*.fixture.ts', '**/*.test.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
)
