import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import { blobOf } from '#host/large-body.ts'
import { blobName } from '#objects/blob-name.ts'
import { editTree } from '#objects/edit-tree.ts'
import { EMPTY_LISTING, type Entry } from '#objects/listing.ts'
import { type PackObject, writePack } from '#packs/write-pack.ts'
import { createRepository } from '#push/create-repository.ts'
import { push } from '#push/push.ts'
import { project } from './arbitraries.ts'
import { git, newRepository, type TestFile } from './git.ts'
import { contents, OWNER, openWorld, projectOf } from './open-world.ts'
import { randomCases } from './random-cases.ts'

const PACKS = { can: { archives: true, packs: true, workflows: true } }

test.each(randomCases())(
  'git takes every pack as sound, and finds the project in it (seed $seed)',
  async (cases) => {
    const repository = newRepository()

    await fc.assert(
      fc.asyncProperty(project(12, 1), async (files) => {
        const { objects, root } = await packOf(files)

        git(repository, ['index-pack', '--stdin', '--strict'], await packBytes(objects))

        expect(git(repository, ['cat-file', '-t', root])).toBe('tree')
      }),
      cases,
    )
  },
)

test('large objects are packed too', async () => {
  const repository = newRepository()
  const body = new Uint8Array(3_000_000).fill(7)

  git(repository, ['index-pack', '--stdin', '--strict'], await packBytes([{ type: 'blob', body }]))

  expect(git(repository, ['cat-file', '-s', await blobName(body)])).toBe('3000000')
})

test('an empty repository gets one commit, in one request for all files', async () => {
  const world = await openWorld()
  await world.seed('empty')
  const host = world.host(PACKS)
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`src/${i % 7}/f${i}.bin`, `\0${i}`]),
  )

  const comparison = await compare(host, world.target('empty'), projectOf(files), { base: null })
  const pushed = await push(host, comparison, {
    contents,
    message: 'All',
    choices: { confirmed: comparison.needs },
  })

  const repository = await world.repository('empty')
  expect(repository.commits()).toEqual(['All'])
  expect(Object.keys(repository.files())).toHaveLength(300)
  expect(repository.head()).toBe(pushed.commit)
  expect(git(repository.place, ['log', '-1', '--format=%an <%ae>'])).toMatch(
    /^Mia Torres <\d+\+mia-torres@users\.noreply\.github\.com>$/,
  )
  expect(repository.fsck()).toBe('')
  expect(world.calls.filter(({ method }) => method !== 'GET')).toHaveLength(1)
})

/** Enough files for a pack, on a branch with files of its own. */
async function manyChanges(name: string) {
  const world = await openWorld()
  await world.seed(name, { keep: '1', drop: '2', 'deep/keep': '3' })
  const repository = await world.repository(name)
  const base = { commit: repository.head(), differs: { 'deep/keep': null } }
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`p${i}.png`, `\0${i}`]))
  const host = world.host(PACKS)
  const comparison = await compare(host, world.target(name), projectOf({ ...files, keep: '1' }), {
    base,
  })
  world.calls.length = 0
  return { world, repository, host, comparison, base }
}

test('many files go in one pack onto the branch, deletions included', async () => {
  const { repository, host, comparison, world } = await manyChanges('many')

  await push(host, comparison, { contents })

  const names = Object.keys(repository.files())
  expect(names).toHaveLength(62)
  expect(names).not.toContain('drop')
  expect(world.calls.map(({ method }) => method)).toEqual(['GET', 'POST'])
  expect(repository.fsck()).toBe('')
})

test('a new repository of a thousand files takes four requests, and is no long push', async () => {
  const world = await openWorld()
  const host = world.host(PACKS)
  const files = Array.from({ length: 1000 }, (_, i) => [`src/${i % 20}/f${i}`, `\0${i}`])
  const project = projectOf(Object.fromEntries(files))

  const created = await createRepository(host, { owner: OWNER, ownerKind: 'member', name: 'fresh' })
  const comparison = await compare(host, world.target('fresh'), project, { base: null, created })
  await push(host, comparison, { contents, choices: { confirmed: comparison.needs } })

  expect(world.calls).toHaveLength(4)
  expect(comparison.needs).not.toContain('long_push')
  const repository = await world.repository('fresh')
  expect(Object.keys(repository.files())).toHaveLength(1000)
  expect(repository.fsck()).toBe('')
})

test('one file goes in a pack too', async () => {
  const world = await openWorld()
  await world.seed('one', { a: '1' })
  const host = world.host(PACKS)
  const base = { commit: (await world.repository('one')).head(), differs: {} }
  const comparison = await compare(host, world.target('one'), projectOf({ a: '2' }), { base })

  const pushed = await push(host, comparison, { contents })

  expect(world.calls.filter(({ method }) => method !== 'GET')).toHaveLength(1)
  expect(comparison.cost).toMatchObject({ writes: 1, requests: pushed.requests + 2 })
})

test('a branch that moved meanwhile is never overwritten by a pack', async () => {
  const { repository, host, comparison, world } = await manyChanges('moved')
  await world.meanwhile('moved', { theirs: 'new' })

  await push(host, comparison, { contents })

  expect(repository.files()).toMatchObject({ theirs: 'new', keep: '1' })
  expect(repository.commits()).toHaveLength(3)
})

test.each(['before', 'after'])(
  'a pack whose connection drops %s its call arrives once',
  async (drop) => {
    const { repository, host, comparison, world } = await manyChanges('lost')
    await world.fault({ method: 'POST', path: '/*/git-receive-pack', drop })

    const pushed = await push(host, comparison, { contents })

    expect(repository.head()).toBe(pushed.commit)
    expect(repository.commits()).toHaveLength(2)
    expect(Object.keys(repository.files())).toHaveLength(62)
  },
)

test('a pack that a rule refuses is final, whatever the API would take', async () => {
  const { repository, host, comparison, world, base } = await manyChanges('ruled')
  await world.change('ruled', { rules: [{ branch: 'main', kind: 'pull-request' }] })

  await expect(push(host, comparison, { contents })).rejects.toMatchObject({
    code: 'branch_protected',
    facts: { said: expect.stringContaining('repository rule violations') },
  })

  expect(world.calls.map(({ method }) => method)).toEqual(['GET', 'POST'])
  expect(repository.head()).toBe(base.commit)
})

const SAID = `error: GH013: Repository rule violations found for refs/heads/main.
- GITHUB PUSH PROTECTION
  - Push cannot contain secrets
    locations:
      - commit: 1a2b3c4
        path: src/config.ts:12
`

test.each([
  [SAID, 'push declined due to repository rule violations', 'secret_refused', 'src/config.ts'],
  ['error: GH001: Large files detected.', 'pre-receive hook declined', 'file_too_large', 'main'],
  [
    'error: GH006: Protected branch update failed',
    'protected branch hook declined',
    'branch_protected',
    'main',
  ],
])(
  'a refusal is reported in the words that GitHub says beside it',
  async (said, reason, code, path) => {
    const { repository, host, comparison, world, base } = await manyChanges('said')
    const report = `${line('unpack ok\n')}${line(`ng refs/heads/main ${reason}\n`)}0000`
    const body = `${line(`\x02${said}`)}${line(`\x01${report}`)}0000`
    await world.fault({ method: 'POST', path: '/*/git-receive-pack', status: 200, body })

    await expect(push(host, comparison, { contents })).rejects.toMatchObject({
      code,
      facts: { path, said: expect.stringContaining(said.trim()) },
    })

    expect(world.calls.map(({ method }) => method)).toEqual(['GET', 'POST'])
    expect(repository.head()).toBe(base.commit)
  },
)

test('a pack that no rule refuses goes by the API instead', async () => {
  const { repository, host, comparison, world } = await manyChanges('unpacked')
  const body = `${line('unpack index-pack abnormal exit\n')}${line('ng refs/heads/main unpacker error\n')}0000`
  await world.fault({ method: 'POST', path: '/*/git-receive-pack', status: 200, body })

  const pushed = await push(host, comparison, { contents })

  expect(repository.head()).toBe(pushed.commit)
})

const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`

const packBytes = async (objects: readonly PackObject[]) =>
  new Uint8Array(await (await blobOf(writePack(objects))).arrayBuffer())

async function packOf(files: readonly TestFile[]) {
  const entries = new Map<string, Entry>()
  const objects: PackObject[] = []
  for (const { path, bytes, mode } of files) {
    entries.set(path, { mode, sha: await blobName(bytes) })
    objects.push({ type: 'blob', body: bytes })
  }
  const { listing, trees } = await editTree(EMPTY_LISTING, entries)
  for (const body of trees.values()) objects.push({ type: 'tree', body })

  return { objects: unique(objects), root: listing.root }
}

/** Files of one content are one object. */
const unique = (objects: readonly PackObject[]): PackObject[] => [
  ...new Map(
    objects.map((one) => [`${one.type} ${Buffer.from(one.body).toString('hex')}`, one]),
  ).values(),
]
