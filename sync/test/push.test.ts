import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import { push } from '#push/push.ts'
import { contents, openWorld, projectOf } from './open-world.ts'

const PICTURE = Uint8Array.from({ length: 300 }, (_, i) => i % 256)

test('a project arrives byte for byte, with modes, in one commit; then changes, deletions and renames do', async () => {
  const world = await openWorld()
  const host = world.host()
  await world.seed('tide', {
    'README.md': '# Tide\n',
    'run.sh': { text: 'old\n', mode: '100755' },
    link: { link: 'run.sh' },
  })
  const first = projectOf({
    'src/a.ts': 'a\r\n',
    'src/empty.ts': '',
    'ñ/día.md': '\ufeffhola ',
    'logo.png': PICTURE,
    'run.sh': 'new\n',
    'bin/x': ['#!/bin/sh\n', '100755'],
  })

  const before = await compare(host, world.target('tide'), first, { base: null })
  const pushed = await push(host, before, {
    contents,
    message: 'First',
    choices: { confirmed: ['first_sync'] },
  })

  const repository = await world.repository('tide')
  expect(before.needs).toEqual(['first_sync'])
  expect(pushed.counts).toEqual({ added: 5, changed: 1, deleted: 0 })
  expect(repository.files()).toEqual({
    'README.md': '# Tide\n',
    'src/a.ts': 'a\r\n',
    'src/empty.ts': '',
    'ñ/día.md': Buffer.from('\ufeffhola ').toString('latin1'),
    'logo.png': Buffer.from(PICTURE).toString('latin1'),
    'run.sh': '100755 new\n',
    'bin/x': '100755 #!/bin/sh\n',
    link: '120000 run.sh',
  })
  expect(repository.commits()).toEqual(['First', 'Seed 0'])
  expect(pushed.base).toEqual({
    commit: repository.head(),
    differs: { 'README.md': null, link: null },
  })

  const second = projectOf({
    'src/b.ts': 'a\r\n',
    'src/empty.ts': 'no longer',
    'logo.png': PICTURE.slice(1),
    'run.sh': 'new\n',
    'bin/x': ['#!/bin/sh\n', '100644'],
  })
  const next = await compare(host, world.target('tide'), second, { base: pushed.base })
  const again = await push(host, next, { contents })

  expect(next.needs).toEqual([])
  expect(next.changes.find(({ path }) => path === 'src/b.ts')?.renamedFrom).toBe('src/a.ts')
  expect(again.counts).toEqual({ added: 1, changed: 3, deleted: 2 })
  expect(Object.keys(repository.files())).toEqual([
    'README.md',
    'bin/x',
    'link',
    'logo.png',
    'run.sh',
    'src/b.ts',
    'src/empty.ts',
  ])
  expect(repository.commits()[0]).toBe('Update 6 files from bolt.new')
  expect(repository.fsck()).toBe('')
})

test('three of a thousand files cost five requests, nothing changed costs two', async () => {
  const world = await openWorld()
  const files = Object.fromEntries(
    Array.from({ length: 1000 }, (_, i) => [`src/${i % 10}/f${i}.ts`, `export const v = ${i}\n`]),
  )
  await world.seed('big', files)
  const base = { commit: (await world.repository('big')).head(), differs: {} }

  const same = await compare(world.host(), world.target('big'), projectOf(files), { base })
  await expect(push(world.host(), same, { contents })).rejects.toMatchObject({
    code: 'nothing_to_push',
  })
  expect(world.calls).toHaveLength(2)

  world.calls.length = 0
  const host = world.host()
  const changed = { ...files, 'src/1/f1.ts': 'x', 'src/2/f2.ts': 'y', 'src/3/f3.ts': 'z' }
  const comparison = await compare(host, world.target('big'), projectOf(changed), { base })
  const pushed = await push(host, comparison, { contents })
  expect(
    world.calls.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f]{40}/, 'SHA')}`),
  ).toEqual([
    'GET /repos/mia-torres/big/branches/main',
    'GET /repos/mia-torres/big/git/trees/SHA?recursive=1',
    'POST /repos/mia-torres/big/git/trees',
    'POST /repos/mia-torres/big/git/commits',
    'PATCH /repos/mia-torres/big/git/refs/heads/main',
  ])
  expect(comparison.cost.requests).toBe(5)

  world.calls.length = 0
  const more = await compare(
    host,
    world.target('big'),
    projectOf({ ...changed, 'src/1/f1.ts': '!' }),
    {
      base: pushed.base,
    },
  )
  await push(host, more, { contents })
  expect(world.calls).toHaveLength(4)
})

test('a branch that moved without touching our files is pushed to all the same', async () => {
  const world = await openWorld()
  await world.seed('shared', { a: '1', b: '1' })
  const base = { commit: (await world.repository('shared')).head(), differs: {} }
  const host = world.host()
  const comparison = await compare(host, world.target('shared'), projectOf({ a: 'mine', b: '1' }), {
    base,
  })
  await world.meanwhile('shared', { b: 'theirs', c: 'new' })

  const pushed = await push(host, comparison, { contents })

  const repository = await world.repository('shared')
  expect(repository.files()).toEqual({ a: 'mine', b: 'theirs', c: 'new' })
  expect(repository.commits()).toHaveLength(3)
  expect(pushed.base.differs).toMatchObject({ c: null })
})

test('a branch that moved over our files is asked about, and stays as it is', async () => {
  const world = await openWorld()
  await world.seed('shared', { a: '1' })
  const base = { commit: (await world.repository('shared')).head(), differs: {} }
  const host = world.host()
  const comparison = await compare(host, world.target('shared'), projectOf({ a: 'mine' }), { base })
  const theirs = await world.meanwhile('shared', { a: 'theirs' })

  await expect(push(host, comparison, { contents })).rejects.toMatchObject({
    code: 'branch_moved',
    facts: { branch: 'main' },
  })
  const repository = await world.repository('shared')
  expect(repository.head()).toBe(theirs)

  const anew = await compare(host, world.target('shared'), projectOf({ a: 'mine' }), { base })
  expect(anew.needs).toEqual(['conflicts'])
  await push(host, anew, { contents, choices: { conflicts: { a: 'mine' } } })
  expect(repository.files()).toEqual({ a: 'mine' })
})

test("GitHub's side of a conflict stays, and is not asked about again", async () => {
  const world = await openWorld()
  await world.seed('shared', { a: '1', b: '1' })
  const base = { commit: (await world.repository('shared')).head(), differs: {} }
  await world.meanwhile('shared', { a: 'theirs' })
  const project = projectOf({ a: 'mine', b: '2' })
  const host = world.host()

  const first = await compare(host, world.target('shared'), project, { base })
  const pushed = await push(host, first, { contents, choices: { conflicts: { a: 'github' } } })
  const second = await compare(host, world.target('shared'), project, { base: pushed.base })

  expect((await world.repository('shared')).files()).toEqual({ a: 'theirs', b: '2' })
  expect(second).toMatchObject({
    changes: [],
    conflicts: [],
    kept: [{ path: 'a', reason: 'newer_on_github' }],
  })
})

test('a file that both changed, and that became a folder on GitHub, takes the folder’s place', async () => {
  const world = await openWorld()
  await world.seed('shared', { src: '1', b: '1' })
  const base = { commit: (await world.repository('shared')).head(), differs: {} }
  await world.meanwhile('shared', { src: null })
  await world.meanwhile('shared', { 'src/a': 'theirs' })
  const host = world.host()

  const found = await compare(host, world.target('shared'), projectOf({ src: 'mine', b: '1' }), {
    base,
  })
  await push(host, found, { contents, choices: { conflicts: { src: 'mine' } } })

  expect(found.conflicts).toMatchObject([{ path: 'src', inTheWay: ['src/a'] }])
  expect((await world.repository('shared')).files()).toEqual({ src: 'mine', b: '1' })
})

test('all of it goes to a new branch from the last sync, without conflicts', async () => {
  const world = await openWorld()
  await world.seed('shared', { a: '1' })
  const base = { commit: (await world.repository('shared')).head(), differs: {} }
  await world.meanwhile('shared', { a: 'theirs' })
  const host = world.host()

  const comparison = await compare(
    host,
    world.target('shared', 'gitferry/mine'),
    projectOf({ a: 'mine' }),
    {
      base,
      from: { commit: base.commit },
    },
  )
  await push(host, comparison, { contents })

  const repository = await world.repository('shared')
  expect(comparison.conflicts).toEqual([])
  expect(repository.files('gitferry/mine')).toEqual({ a: 'mine' })
  expect(repository.files()).toEqual({ a: 'theirs' })
})

test('files with secrets and env files stay here unless they are ticked', async () => {
  const world = await openWorld()
  await world.seed('keys', { 'a.ts': '1' })
  const base = { commit: (await world.repository('keys')).head(), differs: {} }
  const secret = `const k = "ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}"`
  const project = projectOf({ 'a.ts': '2', 'k.ts': secret, '.env': 'A=1', '.env.example': 'A=' })
  const host = world.host()

  const first = await compare(host, world.target('keys'), project, { base })
  const pushed = await push(host, first, { contents })
  const repository = await world.repository('keys')
  expect(first.needs).toEqual(['secrets', 'env_files'])
  expect(Object.keys(repository.files())).toEqual(['.env.example', 'a.ts'])

  const second = await compare(host, world.target('keys'), project, { base: pushed.base })
  expect(second.changes.map(({ path }) => path)).toEqual(['k.ts'])
  await push(host, second, {
    contents,
    choices: { pushSecrets: ['k.ts:1:github_token'], envFiles: ['.env'] },
  })
  expect(Object.keys(repository.files())).toEqual(['.env', '.env.example', 'a.ts', 'k.ts'])
})

test('unticked changes stay, and are proposed again', async () => {
  const world = await openWorld()
  await world.seed('ticks', { a: '1', old: 'x' })
  const base = { commit: (await world.repository('ticks')).head(), differs: {} }
  const project = projectOf({ a: '2', b: 'new', renamed: 'x' })
  const host = world.host()

  const first = await compare(host, world.target('ticks'), project, { base })
  const pushed = await push(host, first, { contents, choices: { leaveOut: ['b', 'renamed'] } })
  const second = await compare(host, world.target('ticks'), project, { base: pushed.base })

  expect((await world.repository('ticks')).files()).toEqual({ a: '2', old: 'x' })
  expect(second.changes.map(({ path, kind }) => [path, kind])).toEqual([
    ['b', 'added'],
    ['old', 'deleted'],
    ['renamed', 'added'],
  ])
})

test('a file that only GitHub has goes when its name is ticked', async () => {
  const world = await openWorld()
  await world.seed('ticks', { a: '1', theirs: 'x' })
  const host = world.host()
  const comparison = await compare(host, world.target('ticks'), projectOf({ a: '1' }), {
    base: null,
  })

  await push(host, comparison, { contents, choices: { deleteToo: ['theirs'] } })

  expect((await world.repository('ticks')).files()).toEqual({ a: '1' })
})

test('most files gone is asked about, and an unconfirmed push does nothing', async () => {
  const world = await openWorld()
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}`, String(i)]))
  await world.seed('gone', files)
  const base = { commit: (await world.repository('gone')).head(), differs: {} }
  const host = world.host()

  const comparison = await compare(host, world.target('gone'), projectOf({ f1: '1' }), { base })

  expect(comparison.needs).toEqual(['mass_deletion'])
  await expect(push(host, comparison, { contents })).rejects.toThrow(
    'A push waits for: mass_deletion.',
  )
  expect((await world.repository('gone')).head()).toBe(base.commit)
})

test('submodules, LFS pointers and ignored files of the branch stay', async () => {
  const world = await openWorld()
  const attributes = '*.psd filter=lfs diff=lfs merge=lfs -text\n'
  await world.seed('rich', {
    '.gitattributes': attributes,
    '.gitignore': 'dist/\n',
    'art.psd': { lfs: 123456 },
    'dist/app.js': 'built',
    vendor: { submodule: '1'.repeat(40) },
  })
  const repository = await world.repository('rich')
  const base = { commit: repository.head(), differs: {} }
  const host = world.host()
  const project = projectOf({
    '.gitattributes': attributes,
    '.gitignore': 'dist/\n',
    'art.psd': PICTURE,
    'b.ts': 'b',
  })

  const comparison = await compare(host, world.target('rich'), project, { base })
  await push(host, comparison, { contents, choices: { confirmed: comparison.needs } })

  expect(comparison.kept).toEqual([
    { path: 'dist/app.js', reason: 'only_on_github' },
    { path: 'vendor', reason: 'submodule' },
    { path: 'art.psd', reason: 'lfs' },
  ])
  expect(repository.files()).toMatchObject({
    'dist/app.js': 'built',
    vendor: `160000 ${'1'.repeat(40)}`,
    'b.ts': 'b',
  })
  expect(repository.files()['art.psd']).toContain('git-lfs')
})
