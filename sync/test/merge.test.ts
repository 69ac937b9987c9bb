import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LocalEntry, type Merged, mergePaths } from '#compare/merge-paths.ts'
import { blobName } from '#objects/blob-name.ts'
import { editTree } from '#objects/edit-tree.ts'
import { EMPTY_LISTING, type Entry, type Listing } from '#objects/listing.ts'
import { bytes, path, project, withoutClashes } from './arbitraries.ts'
import { gitMerge, newRepository, type TestFile } from './git.ts'
import { randomCases } from './random-cases.ts'

const EMPTY = new Map<string, null>()

/** What one side does to the paths that are its own. */
const doing = fc.array(
  fc.record({ path, bytes, deed: fc.constantFrom('put', 'put', 'delete', 'mode') }),
  { maxLength: 8 },
)
type Doing = { path: string; bytes: Uint8Array<ArrayBuffer>; deed: string }[]

test.each(randomCases())(
  "the result is git's where no path changed on both sides, and conflicts are git's too (seed $seed)",
  async (cases) => {
    const repository = newRepository()

    await fc.assert(
      fc.asyncProperty(project(), doing, doing, async (base, mine, theirs) => {
        const mineOnly = mine.filter((one) => !theirs.some((other) => other.path === one.path))
        const local = changed(base, mineOnly)
        const remote = changed(base, theirs)
        fc.pre(isDisjoint(base, local, remote) && !differsInCase([...local, ...remote]))
        const remoteListing = await listingOf(remote)

        const merged = mergePaths({
          local: await localOf(local),
          remote: remoteListing,
          ancestor: { listing: await listingOf(base), differs: EMPTY },
          isLeftOut: () => false,
        })

        const theirTree = gitMerge(repository, { base, local, remote })
        expect(merged.conflicts.length > 0).toBe(theirTree === null)
        if (theirTree !== null) expect(await resultOf(remoteListing, merged)).toBe(theirTree)
      }),
      cases,
    )
  },
)

test.each(randomCases())(
  'after a push with any choices the same project proposes only what was left out (seed $seed)',
  async (cases) => {
    await fc.assert(
      fc.asyncProperty(project(), project(), async (mine, theirs) => {
        const local = await localOf(mine)
        const remote = await listingOf(theirs)
        const first = mergePaths({ local, remote, ancestor: null, isLeftOut: () => false })
        fc.pre(first.conflicts.length === 0)
        const { listing } = await editTree(remote, editsOf(first))
        const differs = new Map(
          [...listing.entries.keys()].filter((one) => !local.has(one)).map((one) => [one, null]),
        )

        const second = mergePaths({
          local,
          remote: listing,
          ancestor: { listing, differs },
          isLeftOut: () => false,
        })

        expect(second.changes).toEqual([])
        expect(second.conflicts).toEqual([])
      }),
      cases,
    )
  },
)

test('a deletion in the project goes, a file that only GitHub has stays', async () => {
  const base = [file('a', '1'), file('b', '2')]

  const merged = await merge({ base, local: [file('a', '1')], remote: [...base, file('c', '3')] })

  expect(merged.changes).toMatchObject([{ path: 'b', kind: 'deleted' }])
  expect(merged.kept).toEqual([{ path: 'c', reason: 'only_on_github' }])
})

test('what the project did not touch stays as GitHub has it', async () => {
  const base = [file('a', '1'), file('b', '2')]

  const merged = await merge({ base, local: base, remote: [file('a', 'newer')] })

  expect(merged).toMatchObject({
    changes: [],
    conflicts: [],
    kept: [
      { path: 'a', reason: 'newer_on_github' },
      { path: 'b', reason: 'deleted_on_github' },
    ],
  })
})

test('both sides changed a file differently: a conflict; alike: nothing to do', async () => {
  const base = [file('a', '1'), file('b', '1'), file('c', '1')]

  const merged = await merge({
    base,
    local: [file('a', 'mine'), file('b', 'alike')],
    remote: [file('a', 'theirs'), file('b', 'alike'), file('c', 'theirs')],
  })

  expect(merged.changes).toEqual([])
  expect(merged.conflicts.map(({ path: one, mine }) => [one, mine.kind])).toEqual([
    ['a', 'changed'],
    ['c', 'deleted'],
  ])
})

test('a source without modes leaves executables and links as they are', async () => {
  const base = [file('run', 'x', '100755'), file('link', 'run', '120000'), file('plain', 'p')]
  const local = new Map(
    [...(await localOf([file('run', 'y'), file('link', 'run'), file('new', 'n')]))].map(
      ([one, entry]): [string, LocalEntry] => [one, { ...entry, mode: null }],
    ),
  )
  const listing = await listingOf(base)

  const { changes } = mergePaths({
    local,
    remote: listing,
    ancestor: { listing, differs: EMPTY },
    isLeftOut: () => false,
  })

  expect(changes.map(({ path: one, kind, after }) => [one, kind, after?.mode])).toEqual([
    ['new', 'added', '100644'],
    ['plain', 'deleted', undefined],
    ['run', 'changed', '100755'],
  ])
})

test('a mode of its own is a change', async () => {
  const merged = await merge({
    base: [file('run', 'x')],
    local: [file('run', 'x', '100755')],
    remote: [file('run', 'x')],
  })

  expect(merged.changes).toMatchObject([{ kind: 'mode', after: { mode: '100755' } }])
})

test('deleted and added with one content is a rename', async () => {
  const base = [file('old', 'same'), file('empty', '')]

  const { changes } = await merge({
    base,
    local: [file('new', 'same'), file('empty2', '')],
    remote: base,
  })

  expect(changes).toMatchObject([
    { path: 'empty', kind: 'deleted' },
    { path: 'empty2', kind: 'added' },
    { path: 'new', kind: 'added', renamedFrom: 'old' },
    { path: 'old', kind: 'deleted', renamedTo: 'new' },
  ])
  expect(changes[0]?.renamedTo).toBeUndefined()
})

test('a path that is left out is never proposed for deletion', async () => {
  const listing = await listingOf([file('dist/a.js', '1')])

  const merged = mergePaths({
    local: new Map(),
    remote: listing,
    ancestor: { listing, differs: EMPTY },
    isLeftOut: (one) => one.startsWith('dist/'),
  })

  expect(merged).toMatchObject({ changes: [], kept: [{ path: 'dist/a.js' }] })
})

const merge = async (sides: { base: TestFile[]; local: TestFile[]; remote: TestFile[] }) =>
  mergePaths({
    local: await localOf(sides.local),
    remote: await listingOf(sides.remote),
    ancestor: { listing: await listingOf(sides.base), differs: EMPTY },
    isLeftOut: () => false,
  })

function changed(base: readonly TestFile[], deeds: Doing): TestFile[] {
  let files = [...base]
  for (const { path: place, bytes: content, deed } of deeds) {
    const old = files.find((one) => one.path === place)
    files = files.filter((one) => one.path !== place)
    if (deed === 'put') files.unshift({ path: place, bytes: content, mode: old?.mode ?? '100644' })
    if (deed === 'mode' && old) {
      files.unshift({ ...old, mode: old.mode === '100644' ? '100755' : '100644' })
    }
  }
  return withoutClashes(files)
}

/** Files that make room for others are changes too, so the rule is checked on what came out. */
function isDisjoint(base: TestFile[], local: TestFile[], remote: TestFile[]): boolean {
  const key = (files: TestFile[], place: string) => {
    const found = files.find((one) => one.path === place)
    return found && `${found.mode} ${Buffer.from(found.bytes).toString('hex')}`
  }
  return [...base, ...local, ...remote].every(
    ({ path: one }) => key(base, one) === key(local, one) || key(base, one) === key(remote, one),
  )
}

/** Git takes names that differ in case only; we ask. */
const differsInCase = (files: readonly TestFile[]): boolean =>
  new Set(files.map(({ path: one }) => one)).size !==
  new Set(files.map(({ path: one }) => one.toLowerCase())).size

const localOf = async (files: readonly TestFile[]): Promise<Map<string, LocalEntry>> =>
  new Map(
    await Promise.all(
      files.map(
        async (one): Promise<[string, LocalEntry]> => [
          one.path,
          { sha: await blobName(one.bytes), mode: one.mode, size: one.bytes.length },
        ],
      ),
    ),
  )

const listingOf = async (files: readonly TestFile[]): Promise<Listing> =>
  (await editTree(EMPTY_LISTING, (await localOf(files)) as Map<string, Entry>)).listing

const editsOf = ({ changes }: Merged) =>
  new Map(changes.map(({ path: one, after }) => [one, after] as const))

const resultOf = async (remote: Listing, merged: Merged) =>
  (await editTree(remote, editsOf(merged))).listing.root

const file = (place: string, text: string, mode: TestFile['mode'] = '100644'): TestFile => ({
  path: place,
  bytes: Uint8Array.from(Buffer.from(text)),
  mode,
})
