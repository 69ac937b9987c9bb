import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBranchName } from '#paths/branch-name.ts'
import { pathRefusal } from '#paths/path-refusal.ts'
import { isRepositoryName } from '#paths/repository-name.ts'
import { SEED, seeded } from './arbitraries.ts'
import { git, gitAccepts, newRepository, temporaryFolder } from './git.ts'

const pieces = fc.constantFrom(
  'a',
  'main',
  '/',
  '//',
  '.',
  '..',
  '.lock',
  'lock',
  '@',
  '@{',
  '{',
  '-',
  'HEAD',
  '~',
  '^',
  ':',
  '?',
  '*',
  '[',
  '\\',
  ' ',
  '\t',
  '\x7f',
  'ñ',
  '😀',
  '_',
  '1',
  "'",
  '"',
  '#',
  '%',
  '&',
  '\u00a0',
)

test(`a branch name is what git takes for one (seed ${SEED})`, () => {
  const folder = temporaryFolder()

  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 5 }), (parts) => {
      const name = parts.join('')

      expect([name, isBranchName(name)]).toEqual([
        name,
        gitAccepts(folder, ['check-ref-format', '--branch', name]),
      ])
    }),
    seeded(400),
  )
})

test('a branch name fits into a file name', () => {
  expect(isBranchName('a'.repeat(244))).toBe(true)
  expect(isBranchName('a'.repeat(245))).toBe(false)
})

const pathPieces = fc.constantFrom(
  'a',
  '/',
  '//',
  '\\',
  '.',
  '..',
  '.git',
  '.GIT',
  '.giT',
  'git~1',
  'GIT~2',
  ' ',
  '.gitignore',
  '\u200c',
  '\ufeff',
  ':',
  '::$INDEX_ALLOCATION',
  'c:',
  '\n',
  'ñ',
  '😀',
  '\ud800',
  '~',
  '-',
  '*',
  '.gitmodules',
)

test(`git stores every path that is not refused (seed ${SEED})`, () => {
  const repository = newRepository()
  protectAll(repository)
  const sha = git(repository, ['hash-object', '-w', '--stdin'], 'x')

  fc.assert(
    fc.property(fc.array(pathPieces, { minLength: 1, maxLength: 5 }), (parts) => {
      const path = parts.join('')
      fc.pre(pathRefusal(path) === null)

      expect([
        path,
        gitAccepts(repository, ['update-index', '-z', '--index-info'], `100644 ${sha}\t${path}\0`),
      ]).toEqual([path, true])
    }),
    { ...seeded(), maxSkipsPerRun: 100 },
  )
})

test.each([
  ['/etc/passwd', 'absolute'],
  ['C:\\Windows', 'absolute'],
  ['c:x', 'absolute'],
  ['\\\\server\\share', 'absolute'],
  ['a//b', 'empty_segment'],
  ['a/', 'empty_segment'],
  ['', 'empty_segment'],
  ['./a', 'dot_segment'],
  ['a/../b', 'dot_segment'],
  ['a/..\\b', 'dot_segment'],
  ['a\0b', 'control_character'],
  ['a\nb', 'control_character'],
  ['a\ud800', 'not_unicode'],
  ['.git/config', 'git_folder'],
  ['a/.GiT/config', 'git_folder'],
  ['git~1/config', 'git_folder'],
  ['.git./x', 'git_folder'],
  ['.git /x', 'git_folder'],
  ['.git . /x', 'git_folder'],
  ['.git::$INDEX_ALLOCATION/x', 'git_folder'],
  ['.g\u200cit/x', 'git_folder'],
  ['a\\.git\\x', 'git_folder'],
  [`${'ñ'.repeat(128)}`, 'segment_too_long'],
  [`${'a/'.repeat(2048)}b`, 'path_too_long'],
])('the path %j is refused: %s', (path, reason) => {
  expect(pathRefusal(path)).toBe(reason)
})

test.each([
  'a.git',
  '.gitignore',
  'git~10',
  'ñ',
  '.gitkeep',
  'a b/c',
  '...',
  'con',
  'a\\b',
  `${'ñ'.repeat(127)}`,
])('the path %j is taken', (path) => {
  expect(pathRefusal(path)).toBeNull()
})

test.each([
  ['tide-planner', true],
  ['a', true],
  ['a.b_c-D9', true],
  ['a'.repeat(100), true],
  ['a'.repeat(101), false],
  ['', false],
  ['.', false],
  ['..', false],
  ['x.git', false],
  ['x.GIT', false],
  ['ñ', false],
  ['a b', false],
  ['a/b', false],
])('%j is a repository name: %s', (name, expected) => {
  expect(isRepositoryName(name)).toBe(expected)
})

function protectAll(repository: string): void {
  git(repository, ['config', 'core.protectHFS', 'true'])
  git(repository, ['config', 'core.protectNTFS', 'true'])
}
