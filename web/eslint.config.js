// What the linter asks of the client. Formatting is Prettier's business, types are svelte-check's.
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist', 'node_modules', 'src/wire/index.ts', 'src/games/*/wire.ts'] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      // A name that begins with _ is meant to be unused.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-len': ['error', { code: 120, ignoreUrls: true }],
      eqeqeq: ['error', 'smart'],
      // {' '} and {' · '} are white space that Prettier and the compiler would otherwise drop beside a block.
      'svelte/no-useless-mustaches': 'off',
      // Our maps and sets are replaced whole in $state.raw or live inside one computation: none has to react.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
);
