import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBranch } from '#branches/list-branches.ts'
import { compare } from '#compare/compare.ts'
import { isBranchName } from '#paths/branch-name.ts'
import { pathRefusal } from '#paths/path-refusal.ts'
import { isRepositoryName } from '#paths/repository-name.ts'
import { git, gitAccepts, newRepository, temporaryFolder } from './git.ts'
import { openWorld, projectOf } from './open-world.ts'
import { randomCases } from './random-cases.ts'

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

test.each(randomCases(400))('a branch name is what git takes for one (seed $seed)', (cases) => {
  const folder = temporaryFolder()

  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 5 }), (parts) => {
      const name = parts.join('')

      expect([name, isBranchName(name)]).toEqual([
        name,
        gitAccepts(folder, ['check-ref-format', '--branch', name]),
      ])
    }),
    cases,
  )
})

test.each([
  ['a'.repeat(244), true],
  ['a'.repeat(245), false],
  ['ñ'.repeat(122), true],
  ['ñ'.repeat(123), false],
  ['0123456789abcdef0123456789ABCDEF01234567', false],
  ['0123456789abcdef0123456789abcdef0123456', true],
  ['0123456789abcdef0123456789abcdef0123456g', true],
  ['HEAD', false],
  ['head', true],
  ['refs/heads/main', false],
  ['refs', true],
])('GitHub takes the branch name %j: %s', (name, expected) => {
  expect(isBranchName(name)).toBe(expected)
})

test('a branch of a name that GitHub refuses is neither compared nor created', async () => {
  const world = await openWorld()
  await world.seed('names', { a: '1' })
  const repository = await world.repository('names')
  const refused = { code: 'branch_invalid' }
  const before = world.calls.length

  for (const branch of ['f'.repeat(40), 'ñ'.repeat(123), 'HEAD', 'refs/heads/HEAD']) {
    const target = world.target('names', branch)
    const comparing = compare(world.host(), target, projectOf({ a: '2' }), { base: null })
    await expect(comparing).rejects.toMatchObject(refused)
    const creating = createBranch(world.host(), target, repository.head())
    await expect(creating).rejects.toMatchObject(refused)
  }

  expect(world.calls).toHaveLength(before)
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

test.each(randomCases())('git stores every path that is not refused (seed $seed)', (cases) => {
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
    { ...cases, maxSkipsPerRun: 100 },
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
