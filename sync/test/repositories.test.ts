import { expect, test } from 'vitest'
import { copyBranch } from '#branches/copy-branch.ts'
import { listHistory, restore } from '#branches/history.ts'
import { createBranch, listBranches } from '#branches/list-branches.ts'
import { readBranch } from '#branches/read-branch.ts'
import { compare } from '#compare/compare.ts'
import { createRepository } from '#push/create-repository.ts'
import { push } from '#push/push.ts'
import { contents, OWNER, openWorld, projectOf, setOf } from './open-world.ts'

const thousand = Object.fromEntries(
  Array.from({ length: 1000 }, (_, i) => [`src/f${i}.ts`, `export const v = ${i}\n`]),
)

test('a thousand files go to a new repository in fourteen requests, without the README that nobody wrote', async () => {
  const world = await openWorld()
  const host = world.host()

  const created = await createRepository(host, { owner: OWNER, ownerKind: 'member', name: 'fresh' })
  const comparison = await compare(host, world.target('fresh'), projectOf(thousand), {
    base: null,
    created,
  })
  await push(host, comparison, { contents, message: 'All of it' })

  const repository = await world.repository('fresh')
  expect(created).toMatchObject({ owner: OWNER, name: 'fresh', isPrivate: true })
  expect(comparison.needs).toEqual([])
  expect(world.calls).toHaveLength(14)
  expect(Object.keys(repository.files())).toHaveLength(1000)
  expect(repository.commits()).toEqual(['All of it', 'Initial commit'])
  expect(repository.fsck()).toBe('')
})

test('a repository that is not everywhere at once is waited for', async () => {
  const world = await openWorld()
  await world.limits({ creationLagCalls: 3 })
  const host = world.host()

  const created = await createRepository(host, { owner: OWNER, ownerKind: 'member', name: 'slow' })
  const comparison = await compare(host, world.target('slow'), projectOf({ a: '1' }), {
    base: null,
    created,
  })
  await push(host, comparison, { contents })

  expect((await world.repository('slow')).files()).toEqual({ a: '1' })
  expect(world.clock.waits.slice(0, 3)).toEqual([1000, 2000, 4000])
})

test("another branch than GitHub's first becomes the default, and the first one goes", async () => {
  const world = await openWorld()
  const host = world.host()
  const created = await createRepository(host, { owner: OWNER, ownerKind: 'member', name: 'named' })
  const target = world.target('named', 'trunk')

  const comparison = await compare(host, target, projectOf({ a: '1' }), { base: null, created })
  await push(host, comparison, { contents })

  expect(await listBranches(host, target)).toMatchObject([{ name: 'trunk' }])
  expect((await world.repository('named')).files('trunk')).toEqual({ a: '1' })
})

test('an organisation gets its repository itself', async () => {
  const world = await openWorld()
  await world.organisation('tidal')

  const created = await createRepository(world.host(), {
    owner: 'tidal',
    ownerKind: 'organisation',
    name: 'site',
  })

  expect(created).toMatchObject({ owner: 'tidal', name: 'site' })
  await expect(
    createRepository(world.host(), {
      owner: 'nobody-here',
      ownerKind: 'organisation',
      name: 'site',
    }),
  ).rejects.toMatchObject({ code: 'token_not_allowed' })
})

test('a name that is taken or impossible is refused', async () => {
  const world = await openWorld()
  await world.seed('taken', { a: '1' })
  const create = (name: string) =>
    createRepository(world.host(), { owner: OWNER, ownerKind: 'member', name })

  await expect(create('taken')).rejects.toMatchObject({
    code: 'name_taken',
    facts: { owner: OWNER, name: 'taken' },
  })
  await expect(create('no good')).rejects.toMatchObject({ code: 'name_invalid' })
})

test('a lost answer to the creation is not a second repository', async () => {
  const world = await openWorld()
  await world.fault({ method: 'POST', path: '/user/repos', drop: 'after' })

  const created = await createRepository(world.host(), {
    owner: OWNER,
    ownerKind: 'member',
    name: 'lost',
  })

  expect(created).toMatchObject({ owner: OWNER, name: 'lost' })
  expect(world.calls.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET'])
})

test('an empty repository gets its first file alone, then everything', async () => {
  const world = await openWorld()
  await world.seed('empty')
  const host = world.host()
  const project = projectOf({ 'README.md': 'hello', 'src/a.ts': 'a', run: ['x', '100755'] })

  const comparison = await compare(host, world.target('empty'), project, { base: null })
  const pushed = await push(host, comparison, {
    contents,
    message: 'All',
    choices: { confirmed: comparison.needs },
  })

  const repository = await world.repository('empty')
  expect(comparison.needs).toEqual([])
  expect(repository.commits()).toEqual(['All', 'Initial commit'])
  expect(repository.files()).toEqual({ 'README.md': 'hello', 'src/a.ts': 'a', run: '100755 x' })
  expect(pushed.base).toEqual({ commit: repository.head(), differs: {} })
  expect(world.calls).toHaveLength(7)
  expect(comparison.cost.requests).toBe(7)
})

test('an empty repository and one file: one commit, with the message given', async () => {
  const world = await openWorld()
  await world.seed('empty')
  const host = world.host()

  const comparison = await compare(host, world.target('empty'), projectOf({ 'a.txt': 'x' }), {
    base: null,
  })
  await push(host, comparison, { contents, message: 'Mine' })

  expect((await world.repository('empty')).commits()).toEqual(['Mine'])
})

test('the first file of an empty repository survives a lost answer', async () => {
  const world = await openWorld()
  await world.seed('empty')
  await world.fault({ method: 'PUT', path: '/repos/*/contents/*', drop: 'after' })
  const host = world.host()

  const comparison = await compare(host, world.target('empty'), projectOf({ a: '1', b: '2' }), {
    base: null,
  })
  await push(host, comparison, { contents, message: 'All' })

  expect((await world.repository('empty')).commits()).toEqual(['All', 'Initial commit'])
})

test('a new branch starts where it is told, and a branch that was pushed to and is gone is not made anew', async () => {
  const world = await openWorld()
  await world.seed('repo', { a: '1' })
  const head = (await world.repository('repo')).head()
  const host = world.host()
  const project = projectOf({ a: '2' })

  await expect(
    compare(host, world.target('repo', 'gone'), project, { base: { commit: head, differs: {} } }),
  ).rejects.toMatchObject({ code: 'branch_missing', facts: { branch: 'gone' } })
  const comparison = await compare(host, world.target('repo', 'feature/x'), project, {
    base: { commit: head, differs: {} },
    from: { branch: 'main' },
  })
  await push(host, comparison, { contents })

  const repository = await world.repository('repo')
  expect(repository.files('feature/x')).toEqual({ a: '2' })
  expect(repository.files()).toEqual({ a: '1' })
})

test('a renamed repository is read and written under its new name', async () => {
  const world = await openWorld()
  await world.seed('old-name', { a: '1' })
  const base = { commit: (await world.repository('old-name')).head(), differs: {} }
  await world.change('old-name', { name: 'new-name' })
  const host = world.host()

  const comparison = await compare(host, world.target('old-name'), projectOf({ a: '2' }), { base })
  await push(host, comparison, { contents })

  expect(comparison).toMatchObject({
    target: { name: 'new-name' },
    movedFrom: { owner: OWNER, name: 'old-name' },
  })
  expect((await world.repository('new-name')).files()).toEqual({ a: '2' })
})

test('history comes in pages; restoring an old commit costs three requests and uploads nothing', async () => {
  const world = await openWorld()
  await world.seed(
    'repo',
    { a: '1', b: 'x' },
    ...Array.from({ length: 34 }, (_, i) => ({ a: `v${i}` })),
  )
  const host = world.host()
  const target = world.target('repo')

  const first = await listHistory(host, target)
  const second = await listHistory(host, target, 2)
  const oldest = second.commits.at(-1)
  world.calls.length = 0
  await restore(host, target, oldest ?? { sha: '', tree: '', title: '' })

  const repository = await world.repository('repo')
  expect([first.commits.length, first.hasMore, second.commits.length, second.hasMore]).toEqual([
    30,
    true,
    5,
    false,
  ])
  expect(world.calls).toHaveLength(3)
  expect(repository.files()).toEqual({ a: '1', b: 'x' })
  expect(repository.commits()[0]).toBe(`Restore ${oldest?.sha.slice(0, 7)}: Seed 0`)
  await expect(
    restore(host, target, oldest ?? { sha: '', tree: '', title: '' }),
  ).rejects.toMatchObject({ code: 'nothing_to_push' })
})

test('all branches are listed, beyond the first hundred, and one can start at any commit', async () => {
  const world = await openWorld()
  await world.seed('repo', { a: '1' }, { a: '2' })
  const host = world.host()
  const { commits } = await listHistory(host, world.target('repo'))
  const old = commits[1]?.sha ?? ''
  for (let i = 0; i < 120; i++) await createBranch(host, world.target('repo', `b/${i}`), old)

  const branches = await listBranches(host, world.target('repo'))

  expect(branches).toHaveLength(121)
  expect((await world.repository('repo')).files('b/7')).toEqual({ a: '1' })
  await expect(createBranch(host, world.target('repo', 'main'), old)).rejects.toMatchObject({
    code: 'branch_moved',
  })
  await expect(createBranch(host, world.target('repo', 'no..good'), old)).rejects.toMatchObject({
    code: 'branch_invalid',
  })
})

const rich = {
  'a.txt': 'text\r\n',
  'logo.png': { base64: Buffer.from([0, 1, 2, 255]).toString('base64') },
  run: { text: '#!/bin/sh\n', mode: '100755' },
  link: { link: 'a.txt' },
  'node_modules/x/index.js': 'kept on the branch',
  vendor: { submodule: '1'.repeat(40) },
  secret: 'left out of archives',
  '.gitattributes': 'secret export-ignore\n',
}

test.each([
  [true, false],
  [false, false],
  [true, true],
])(
  'a branch is read whole (archive: %s), and copied (pack: %s) to the very same tree',
  async (archives, packs) => {
    const world = await openWorld()
    await world.seed('source', rich)
    const host = world.host({ can: { archives, packs } })

    const read = await readBranch(host, world.target('source'))
    const created = await createRepository(host, {
      owner: OWNER,
      ownerKind: 'member',
      name: 'copy',
    })
    const copied = await copyBranch(host, read, world.target('copy'), { created, message: 'Copy' })

    const source = await world.repository('source')
    const copy = await world.repository('copy')
    expect(read.files.find(({ path }) => path === 'run')?.mode).toBe('100755')
    expect(read.submodules).toEqual(['vendor'])
    expect(copied.tree).toBe(source.tree())
    expect(copy.tree()).toBe(source.tree())
    expect(copy.commits()).toEqual(['Copy', 'Initial commit'])
    expect(copy.fsck()).toBe('')
    expect(world.calls.some(({ path }) => path.endsWith('git-receive-pack'))).toBe(packs)
  },
)

test('an import pushed back changes nothing', async () => {
  const world = await openWorld()
  await world.seed('source', { ...rich, '.gitignore': '*.txt\n', 'node_modules/x/index.js': null })
  const host = world.host()
  const read = await readBranch(host, world.target('source'))

  const comparison = await compare(host, world.target('source'), setOf(read.files as never), {
    base: { commit: read.commit, differs: {} },
  })

  expect(comparison).toMatchObject({ changes: [], conflicts: [], needs: [] })
})

test('a branch beyond the limits is not read', async () => {
  const world = await openWorld()
  await world.seed('source', { a: '1', b: '2', c: '3' })
  const read = (limits: { files: number; bytes: number }) =>
    readBranch(world.host(), world.target('source'), { limits })

  await expect(read({ files: 2, bytes: 100 })).rejects.toMatchObject({
    code: 'repository_too_large',
  })
  await expect(read({ files: 3, bytes: 2 })).rejects.toMatchObject({ code: 'repository_too_large' })
  await expect(readBranch(world.host(), world.target('source', 'other'))).rejects.toMatchObject({
    code: 'branch_missing',
  })
  await expect(readBranch(world.host(), world.target('nothing'))).rejects.toMatchObject({
    code: 'repository_missing',
  })
})

test('a listing too long for one answer is read by folders, and what was not read stays', async () => {
  const world = await openWorld()
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`d${i % 5}/f${i}`, String(i)]),
  )
  await world.seed('huge', files)
  await world.limits({ listedEntries: 10 })
  const host = world.host()

  const comparison = await compare(
    host,
    world.target('huge'),
    projectOf({ 'd0/f0': 'x', 'd0/f5': '5', new: 'n' }),
    {
      base: null,
    },
  )
  await push(host, comparison, { contents, choices: { confirmed: comparison.needs } })

  const repository = await world.repository('huge')
  expect(repository.files()).toEqual({ ...files, 'd0/f0': 'x', new: 'n' })

  // Another project looks at other folders, with the same host.
  const other = await compare(
    host,
    world.target('huge'),
    projectOf({ 'd1/f1': 'y', d2: 'a file' }),
    {
      base: null,
    },
  )
  expect(other.conflicts).toMatchObject([
    { path: 'd2', inTheWay: expect.arrayContaining(['d2/f2']) },
  ])
  await push(host, other, {
    contents,
    choices: { confirmed: other.needs, conflicts: { d2: 'github' } },
  })
  expect(repository.files()).toEqual({ ...files, 'd0/f0': 'x', new: 'n', 'd1/f1': 'y' })
  expect(repository.fsck()).toBe('')
})
