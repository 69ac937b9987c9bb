import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import { contentsOf } from '#files/contents.ts'
import type { FileSet } from '#files/gather-files.ts'
import { blobName } from '#objects/blob-name.ts'
import { applyPull } from '#pull/apply-pull.ts'
import { planPull } from '#pull/plan-pull.ts'
import { type PullOptions, pull } from '#pull/pull.ts'
import type { PullChoices } from '#pull/settle-pull.ts'
import { push } from '#push/push.ts'
import { git } from './git.ts'
import { contents, openWorld, projectOf, type SeedFile } from './open-world.ts'

type Files = Parameters<typeof projectOf>[0]

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 9\n`

test('what only GitHub changed, added and deleted comes; what the project changed stays', async () => {
  const { plan, bring } = await synced({
    start: { a: '1', b: '1', c: '1', mine: '1' },
    here: { a: '1', b: '1', c: '1', mine: '2', 'new': 'n' },
    there: { a: '2', b: null, added: 'x' },
  })

  expect(plan.incoming.map(({ path, kind }) => [path, kind])).toEqual([
    ['a', 'changed'],
    ['added', 'added'],
    ['b', 'deleted'],
  ])
  const { pulled, files, left } = await bring()
  expect(files).toEqual({ a: '2', added: 'x', c: '1', mine: '2', new: 'n' })
  expect(pulled.counts).toEqual({ added: 1, changed: 1, deleted: 1 })
  expect(pulled.base.differs).toEqual({})
  expect(left.changes.map(({ path }) => path)).toEqual(['mine', 'new'])
  expect(left).toMatchObject({ kept: [], conflicts: [], needs: [] })
})

test('of what both changed each side can be chosen, and mine is an ordinary push afterwards', async () => {
  const { plan, bring, world, target } = await synced({
    start: { a: '1', b: '1', gone: '1' },
    here: { a: 'mine', b: 'mine' },
    there: { a: 'theirs', b: 'theirs', gone: 'theirs' },
  })

  expect(plan.conflicts.map(({ path }) => path)).toEqual(['a', 'b', 'gone'])
  const { files, left } = await bring({ conflicts: { a: 'mine', b: 'github', gone: 'mine' } })
  expect(files).toEqual({ a: 'mine', b: 'theirs' })
  expect(left).toMatchObject({ conflicts: [], needs: [] })
  await push(world.host(), left, { contents })
  expect((await world.repository(target.name)).files()).toEqual(files)
})

test('a conflict without a choice brings nothing', async () => {
  const { bring } = await synced({ start: { a: '1' }, here: { a: '2' }, there: { a: '3' } })

  await expect(bring()).rejects.toThrow('A pull waits for a choice: a.')
})

test('a file that both changed, and that GitHub made a folder, names what is in its way', async () => {
  const there = { a: null, 'a/x': 'theirs' }
  const { plan, bring, world, target } = await synced({
    start: { a: '1', b: '1' },
    here: { a: 'mine', b: '1' },
    there,
  })

  expect(plan.conflicts).toMatchObject([{ path: 'a', inTheWay: ['a/x'] }])
  const { files, left } = await bring({ conflicts: { a: 'mine' } })
  expect(files).toEqual({ a: 'mine', b: '1' })
  expect(left.conflicts).toEqual([])
  await push(world.host(), left, { contents })
  expect((await world.repository(target.name)).files()).toEqual(files)
})

test('env files come only when they are ticked, and others by no way', async () => {
  const sides = {
    start: { a: '1' },
    here: { a: '1', '.env': 'MINE=1' },
    there: { '.env': 'THEIRS=1', '.env.local': 'THEIRS=2', a: '2' },
  }
  const { plan, bring } = await synced(sides)

  expect(plan.envFiles.map(({ path, kind }) => [path, kind])).toEqual([
    ['.env', 'changed'],
    ['.env.local', 'added'],
  ])
  const untouched = await bring()
  expect(untouched.files).toEqual({ a: '2', '.env': 'MINE=1' })
  expect(untouched.left.changes).toEqual([])
  const ticked = await bring({ envFiles: ['.env'] })
  expect(ticked.files).toEqual({ a: '2', '.env': 'THEIRS=1' })
  expect(ticked.left).toMatchObject({ changes: [], envChanges: [] })
})

test('what the project leaves out is not touched, and is not deleted on GitHub by the next push', async () => {
  const { plan, bring } = await synced({
    start: { a: '1', '.gitignore': 'dist/\n' },
    here: { a: '1', '.gitignore': 'dist/\n', 'dist/own.js': 'mine' },
    there: { 'dist/app.js': 'x', 'node_modules/p/i.js': 'x', '.DS_Store': 'x', a: '2' },
  })

  expect(plan.staying).toEqual([
    { path: '.DS_Store', reason: 'system_file' },
    { path: 'dist/app.js', reason: 'ignored' },
    { path: 'node_modules/p/i.js', reason: 'node_modules' },
  ])
  const { files, left } = await bring()
  expect(files).toEqual({ a: '2', '.gitignore': 'dist/\n', 'dist/own.js': 'mine' })
  expect(left.changes).toEqual([])
})

test('modes and links come as they are; a link that leads out stays where it is', async () => {
  const { bring } = await synced({
    start: { a: '1', run: 'x' },
    here: { a: '1', run: ['x', '100644'] },
    there: {
      run: { text: 'x', mode: '100755' },
      inside: { link: 'a' },
      outside: { link: '../../etc/passwd' },
    },
  })

  const { pulled, left } = await bring()
  expect(pulled.changes.map(({ path, kind, file }) => [path, kind, file?.mode])).toEqual([
    ['inside', 'added', '120000'],
    ['run', 'mode', '100755'],
  ])
  expect(pulled.staying).toEqual([{ path: 'outside', reason: 'link_leaves_project' }])
  expect(left.changes).toEqual([])
})

test('a Git LFS pointer never takes the place of the file itself', async () => {
  const world = await openWorld()
  await world.seed('lfs', { '.gitattributes': '*.bin filter=lfs\n', 'a.bin': POINTER })
  const target = world.target('lfs')
  const host = world.host()
  const set = projectOf({ '.gitattributes': '*.bin filter=lfs\n', 'a.bin': 'whole file' })
  const base = {
    commit: (await world.repository('lfs')).head(),
    differs: { 'a.bin': await blobName(Uint8Array.from(Buffer.from('whole file'))) },
  }
  await world.meanwhile('lfs', { 'a.bin': POINTER.replace('size 9', 'size 8'), 'b.bin': POINTER })

  const pulled = await pull(host, await compare(host, target, set, { base }), { contents })

  expect(pulled.staying).toEqual([{ path: 'a.bin', reason: 'lfs' }])
  expect(pulled.changes.map(({ path }) => path)).toEqual(['b.bin'])
  const next = { files: await applyPull(set.files, pulled.changes), leftOut: [], folder: null }
  expect(await compare(host, target, next, { base: pulled.base })).toMatchObject({ changes: [] })
})

test('a file keeps the spelling that the project has for it', async () => {
  const [composed, apart] = ['é.md'.normalize('NFC'), 'é.md'.normalize('NFD')]
  const { bring } = await synced({
    start: { [composed]: '1' },
    here: { [apart]: '1', own: 'x' },
    there: { [composed]: '2' },
  })

  expect((await bring()).files).toEqual({ [apart]: '2', own: 'x' })
})

test('a file that was edited after the comparison is not overwritten', async () => {
  const { bring } = await synced({ start: { a: '1' }, here: { a: '1' }, there: { a: '2' } })
  const { pulled } = await bring()

  const edited = projectOf({ a: 'typed meanwhile' }).files

  await expect(applyPull(edited, pulled.changes)).rejects.toMatchObject({
    code: 'contents_missing',
    facts: { path: 'a' },
  })
})

test('what moved on GitHub is not read again, and damaged bytes are refused', async () => {
  const { bring, world } = await synced({
    start: { old: 'the same text', a: '1' },
    here: { old: 'the same text', a: '1' },
    there: { old: null, moved: 'the same text', a: '2' },
  })

  const { files, pulled } = await bring()
  expect(files).toEqual({ moved: 'the same text', a: '2' })
  expect(pulled.requests).toBe(2)
  const fault = { method: 'GET', path: '/repos/*/git/blobs/*', status: 200, body: 'other' }
  await world.fault({ ...fault, times: 2 })
  await expect(bring()).rejects.toMatchObject({ code: 'file_damaged' })
})

test('a branch that moved after the review, or is gone, brings nothing', async () => {
  const sides = { start: { a: '1' }, here: { a: '1' }, there: { a: '2' } }
  const moved = await synced(sides)
  const deleted = await synced(sides)

  await moved.world.meanwhile('back', { a: '3' })
  const repository = await deleted.world.repository('back')
  git(repository.place, ['update-ref', '-d', 'refs/heads/main'])

  await expect(moved.bring()).rejects.toMatchObject({
    code: 'branch_moved',
    facts: { branch: 'main' },
  })
  await expect(deleted.bring()).rejects.toMatchObject({ code: 'branch_missing' })
})

test('a connection that ended brings nothing', async () => {
  const sides = { start: { a: '1' }, here: { a: '1' }, there: { a: '2' } }
  const { bring, comparison, world } = await synced(sides)

  const unconnected = world.host({ token: async () => null })
  await expect(pull(unconnected, comparison, { contents })).rejects.toMatchObject({
    code: 'not_connected',
  })
  await world.fault({ method: 'GET', path: '/repos/*/git/blobs/*', status: 401, times: 3 })
  await expect(bring()).rejects.toMatchObject({ code: 'token_refused' })
})

test('more than a pull reads at once is refused with its size', async () => {
  const there = { a: '22', b: '333', c: null }
  const { bring } = await synced({ start: { a: '1', c: '1' }, here: { a: '1', c: '1' }, there })
  const refusal = { code: 'changes_too_large', facts: { count: 2, size: 5 } }

  await expect(bring({}, { files: 1, bytes: 100 })).rejects.toMatchObject(refusal)
  await expect(bring({}, { files: 2, bytes: 4 })).rejects.toMatchObject(refusal)
  expect((await bring({}, { files: 2, bytes: 5 })).files).toEqual({ a: '22', b: '333' })
})

test.each([
  ['mine', { 'readme.md': 'mine', b: '1' }],
  ['github', { 'README.md': '1', b: '1' }],
] as const)('a file renamed by case there and changed here: %s', async (side, after) => {
  const { plan, bring, world, target } = await synced({
    start: { 'readme.md': '1', b: '1' },
    here: { 'readme.md': 'mine', b: '1' },
    there: { 'readme.md': null, 'README.md': '1' },
  })

  expect(plan.conflicts).toMatchObject([{ path: 'readme.md', inTheWay: ['README.md'] }])
  const { files, left } = await bring({ conflicts: { 'readme.md': side } })
  expect(files).toEqual(after)
  expect(left.conflicts).toEqual([])
  if (left.changes.length > 0) await push(world.host(), left, { contents })
  expect((await world.repository(target.name)).files()).toEqual(after)
})

test('a branch that a push would make has nothing to bring back', async () => {
  const { world, target } = await synced({ start: { a: '1' }, here: { a: '1' }, there: { a: '2' } })
  const base = { commit: (await world.repository('back')).head(), differs: { a: null } }

  const comparison = await compare(
    world.host(),
    { ...target, branch: 'next' },
    projectOf({ b: '1' }),
    { base, from: { branch: 'main' } },
  )

  expect(comparison.kept).toEqual([{ path: 'a', reason: 'only_on_github' }])
  expect(await planPull(comparison, contents)).toMatchObject({ incoming: [], conflicts: [] })
})

test('where folders were not read nothing comes, since nobody knows what would', async () => {
  const sides = { start: { a: '1' }, here: { a: '1' }, there: { a: '2' } }
  const { comparison, world } = await synced(sides)
  const warnings = [{ kind: 'folders_not_read' as const, paths: ['deep'] }]
  const partly = { ...comparison, warnings }

  expect(await planPull(partly, contents)).toMatchObject({ incoming: [], conflicts: [] })
  await expect(pull(world.host(), partly, { contents })).rejects.toThrow(
    'A pull needs a last sync.',
  )
})

test('without a last sync nothing comes', async () => {
  const world = await openWorld()
  await world.seed('first', { a: 'theirs', b: 'theirs' })
  const set = projectOf({ a: 'mine' })

  const comparison = await compare(world.host(), world.target('first'), set, { base: null })

  expect(await planPull(comparison, contents)).toMatchObject({ incoming: [], conflicts: [] })
})

/** A branch and a project that were equal; then each changed. */
async function synced({
  start,
  here,
  there,
}: {
  start: Record<string, SeedFile>
  here: Files
  there: Record<string, SeedFile>
}) {
  const world = await openWorld()
  await world.seed('back', start)
  const base = { commit: (await world.repository('back')).head(), differs: {} }
  await world.meanwhile('back', there)
  const target = world.target('back')
  const set = projectOf(here)
  const comparison = await compare(world.host(), target, set, { base })

  return {
    world,
    target,
    plan: await planPull(comparison, contents),
    comparison,
    bring: async (choices: PullChoices = {}, limits?: PullOptions['limits']) => {
      const host = world.host()
      const pulled = await pull(host, comparison, {
        contents: contentsOf(set),
        choices,
        ...(limits && { limits }),
      })
      const next: FileSet = { ...set, files: await applyPull(set.files, pulled.changes) }
      const left = await compare(host, target, next, { base: pulled.base })
      const files = Object.fromEntries(
        next.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]),
      )
      return { pulled, files, left }
    },
  }
}
