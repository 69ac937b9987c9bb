import { expect, test } from 'vitest'
import { compileGuide } from './compile-guide.ts'

test('a guide becomes data, with the anchors that its headings name', () => {
  const guide = compileGuide(`# Token

Enter **it** in \`Settings\`, see [Pro](/docs/pro#get).

## Which kind {#which}

1. One
2. Two

![A screen](dashboard)

{extensionFile}
`)

  expect(guide).toEqual({
    title: ['Token'],
    blocks: [
      {
        kind: 'paragraph',
        text: [
          'Enter ',
          { kind: 'strong', text: ['it'] },
          ' in ',
          { kind: 'code', text: 'Settings' },
          ', see ',
          { kind: 'link', href: '/docs/pro#get', text: ['Pro'] },
          '.',
        ],
      },
      { kind: 'heading', level: 2, id: 'which', text: ['Which kind'] },
      {
        kind: 'list',
        isOrdered: true,
        items: [[{ kind: 'paragraph', text: ['One'] }], [{ kind: 'paragraph', text: ['Two'] }]],
      },
      { kind: 'picture', name: 'dashboard', alt: 'A screen' },
      { kind: 'extension-file' },
    ],
  })
})

test.each([
  ['HTML', '# A\n\n<b>bold</b>'],
  ['an inline element', '# A\n\nText with <b>bold</b>'],
  ['a heading without an anchor', '# A\n\n## B'],
  ['a heading of the fourth level', '# A\n\n#### B {#b}'],
  ['a script address', '# A\n\n[x](javascript:alert(1))'],
  ['an address of another host without its scheme', '# A\n\n[x](//example.test)'],
  ['no title', 'Text'],
])('%s is refused', (_, markdown) => {
  expect(() => compileGuide(markdown)).toThrow('a guide cannot have')
})
