import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ignoreRules } from '#files/ignore-rules.ts'
import { withoutClashes } from './arbitraries.ts'
import { emptyWorkTree, git, newRepository, writeFiles } from './git.ts'
import { randomCases } from './random-cases.ts'

const name = fc.constantFrom(
  'a',
  'b',
  'A',
  'c.log',
  'd.txt',
  'dist',
  'lib',
  '#x',
  '!y',
  'e f',
  'ñ',
  '[z]',
)
const place = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))

const rule = fc
  .tuple(
    fc.constantFrom('', '', '', '!'),
    fc.constantFrom('', '', '/', '**/', 'a/', 'a/**/'),
    fc.constantFrom(
      'a',
      'b',
      'A',
      '*.log',
      '*',
      'd.*',
      'dist',
      'l?b',
      '[ab]',
      '\\#x',
      '\\!y',
      'e f',
      'ñ',
      '**',
      '\\[z\\]',
      '*.t[x-z]t',
    ),
    fc.constantFrom('', '', '/', '/**', '/*', ' ', '\\ ', '\r'),
  )
  .map((parts) => parts.join(''))

const lines = fc.array(
  fc.oneof({ weight: 8, arbitrary: rule }, fc.constantFrom('', '# c', '#', ' ')),
  {
    minLength: 1,
    maxLength: 5,
  },
)

const folder = fc.oneof(
  fc.constant(''),
  place.map((path) => `${path}/`),
)

test.each(randomCases())('a path is ignored exactly where git ignores it (seed $seed)', (runs) => {
  const repository = newRepository()

  fc.assert(
    fc.property(
      fc.array(place, { minLength: 4, maxLength: 14 }),
      fc.array(fc.tuple(folder, lines), { minLength: 1, maxLength: 3 }),
      (places, ruleFiles) => {
        const files = withoutClashes(
          [
            ...ruleFiles.map(([where, text]) => ({
              path: `${where}.gitignore`,
              text: text.join('\n'),
            })),
            ...places.map((path) => ({ path, text: '' })),
          ].map(({ path, text }) => ({
            path,
            bytes: Uint8Array.from(Buffer.from(text)),
            mode: '100644' as const,
          })),
        )
        emptyWorkTree(repository)
        writeFiles(repository, files)

        const isIgnored = ignoreRules(files)
        const ours = files.map(({ path }) => path).filter((path) => !isIgnored(path))

        const theirs = git(repository, ['ls-files', '-o', '-z', '--exclude-standard'])
        expect(ours.sort()).toEqual(theirs.split('\0').filter(Boolean).sort())
      },
    ),
    runs,
  )
})

test('a project without rules of its own leaves out what builds leave behind', () => {
  const isIgnored = ignoreRules([{ path: 'a.ts', bytes: new Uint8Array() }])

  expect(
    ['dist/a.js', 'web/build/a.js', 'a.log', '.idea/x', 'src/dist.ts', 'src/a.ts'].filter(
      isIgnored,
    ),
  ).toEqual(['dist/a.js', 'web/build/a.js', 'a.log', '.idea/x'])
})

test('one file of rules, however small, replaces the default ones', () => {
  const isIgnored = ignoreRules([
    { path: 'x/.gitignore', bytes: Uint8Array.from(Buffer.from('*.tmp')) },
  ])

  expect(['dist/a.js', 'x/a.tmp', 'a.tmp'].filter(isIgnored)).toEqual(['x/a.tmp'])
})
