import { expect, test } from 'vitest'
import { entriesWithoutFile, unknownNames } from './document-names.js'

const known = {
  isWord: (name) => name === 'openPlatform',
  isFile: (path) => path === 'docs/wire.md',
  isScript: (name) => name === 'check',
}

test.each([
  ['a name', 'call `openPlatform({ mailHead })`', ['mailHead']],
  ['a name in an example', '```ts\nopenPlatform(oldOption)\n```', ['oldOption']],
  ['a variable', 'set `OLD_VARIABLE=1`', ['OLD_VARIABLE']],
  ['a file', '`docs/wire.md` and `docs/gone.md`', ['docs/gone.md']],
  ['a command', '`npm run check`, `npm run gone`', ['gone']],
])('%s that does not exist is found', (_, text, unknown) => {
  expect(unknownNames(text, known)).toEqual(unknown)
})

test('words of plain text and parts of addresses are no names', () => {
  const text = 'JavaScript, OpenID; `https://example.test/someName/x.js`, `a-bC`, `*.testFile.ts`'

  expect(unknownNames(text, known)).toEqual([])
})

test('an entry that names no existing file is found', () => {
  const entry = '- Held by\n  a test. (`docs/wire.md`)'
  const text = `# Area\n\n${entry}\n- Held by nothing.\n- Gone. (\`docs/gone.md\`)\n`

  expect(entriesWithoutFile(text, known.isFile)).toEqual([
    'Held by nothing. ',
    'Gone. (`docs/gone.md`) ',
  ])
})
