import { expect, test } from 'vitest'
import { copyBranch } from '#branches/copy-branch.ts'
import { readBranch } from '#branches/read-branch.ts'
import { compare } from '#compare/compare.ts'
import { compareCommit } from '#compare/compare-commit.ts'
import { readFile } from '#github/read-blob.ts'
import { blobName } from '#objects/blob-name.ts'
import { createRepository } from '#push/create-repository.ts'
import { push } from '#push/push.ts'
import { git } from './git.ts'
import { contents, OWNER, openWorld, projectOf } from './open-world.ts'

test.each([false, true])(
  'modes of old times are read as git reads them (packs: %s)',
  async (packs) => {
    const { world, repository } = await openOldModes()
    const host = world.host({ can: { archives: true, packs, workflows: true } })
    const files = { a: '1', run: '2', 'lib/b': '3', 'lib/c': '4' }
    const base = { commit: repository.head(), differs: {} }
    const same = await compare(host, world.target('old'), projectOf(files), { base })

    // Many files, so that a pack is worth it.
    const many = Object.fromEntries(
      Array.from({ length: 42 }, (_, i) => [`n${i}`, Uint8Array.of(0, i)]),
    )
    const changed = projectOf({ ...files, ...many, a: 'changed', 'lib/b': ['3', '100755'] })
    const comparison = await compare(host, world.target('old'), changed, { base })
    await push(host, comparison, { contents, choices: { confirmed: comparison.needs } })

    expect(same.changes).toEqual([])
    expect(repository.files()).toMatchObject({
      a: 'changed',
      run: '100755 2',
      'lib/b': '100755 3',
      'lib/c': '4',
    })
    expect(repository.fsck()).toBe('')
  },
)

test('a branch with modes of old times is imported, and copied as it is', async () => {
  const { world, repository } = await openOldModes()
  const host = world.host({ can: { archives: true, packs: true, workflows: true } })

  const read = await readBranch(host, world.target('old'))
  const created = await createRepository(host, { owner: OWNER, ownerKind: 'member', name: 'copy' })
  const copied = await copyBranch(host, read, world.target('copy'), { created, message: 'Copy' })

  expect(read.files.map(({ path, mode }) => [path, mode])).toEqual([
    ['a', '100644'],
    ['lib/b', '100644'],
    ['lib/c', '100644'],
    ['run', '100755'],
  ])
  expect(copied.tree).toBe(repository.tree())
})

test('in a branch too large for one answer, folders that the project deleted are deleted', async () => {
  const { world, repository, files } = await openLarge(5)
  const base = { commit: repository.head(), differs: { 'd4/f4': null } }
  const { 'd1/f1': _, 'd2/f2': __, 'd2/f7': ___, ...kept } = files

  const host = world.host()
  const comparison = await compare(host, world.target('large'), projectOf(kept), { base })
  await push(host, comparison, { contents, choices: { confirmed: comparison.needs } })

  expect(comparison.warnings).toEqual([])
  expect(repository.files()).toEqual({ ...kept, 'd4/f4': files['d4/f4'] })
  expect(repository.fsck()).toBe('')
})

test('folders that are too many to be read are named, stay, and hide no other deletion', async () => {
  const { world, repository, files } = await openLarge(230)
  const base = { commit: repository.head(), differs: {} }
  const host = world.host()
  const kept = { 'd229/f229': 'changed', 'd229/f459': files['d229/f459'] ?? '' }

  const comparison = await compare(host, world.target('large'), projectOf(kept), { base })

  const [warning] = comparison.warnings
  const unread = warning?.kind === 'folders_not_read' ? warning.paths : []
  expect(unread.length).toBeGreaterThan(0)
  expect(unread).not.toContain('d229')
  expect(comparison.changes.filter(({ after }) => !after)).toHaveLength(2 * (229 - unread.length))
  expect(comparison.changes.filter(({ after }) => after)).toMatchObject([{ path: 'd229/f229' }])
  const old = compareCommit(host, world.target('large'), repository.head(), projectOf(kept))
  await expect(old).rejects.toMatchObject({ code: 'repository_too_large' })
})

test('a file that arrives damaged is asked for once more, then the failure names it', async () => {
  const world = await openWorld()
  await world.seed('damaged', { a: 'whole' })
  const sha = await blobName(Uint8Array.from(Buffer.from('whole')))
  const fault = { method: 'GET', path: '/repos/*/git/blobs/*', status: 200, body: 'other' }
  const read = () => readFile(world.host(), world.target('damaged'), sha)

  await world.fault({ ...fault, times: 1 })
  expect(Buffer.from(await read()).toString()).toBe('whole')
  await world.fault({ ...fault, times: 2 })
  await expect(read()).rejects.toMatchObject({
    code: 'file_damaged',
    facts: { path: sha.slice(0, 7) },
  })
  await world.fault({ ...fault, times: 2 })
  const host = world.host({ can: { archives: false, packs: false } })
  const importing = readBranch(host, world.target('damaged'))
  await expect(importing).rejects.toMatchObject({ code: 'file_damaged', facts: { path: 'a' } })
})

/** Written as git wrote it in its first year: with the permissions of the files. */
async function openOldModes() {
  const world = await openWorld()
  await world.seed('old', { a: '1', run: '2', 'lib/b': '3', 'lib/c': '4' })
  const repository = await world.repository('old')
  const { place } = repository
  const tree = (lines: [mode: string, name: string, sha: string][]) =>
    git(
      place,
      ['hash-object', '-t', 'tree', '-w', '--stdin', '--literally'],
      Buffer.concat(
        lines.flatMap(([mode, name, sha]) => [
          Buffer.from(`${mode} ${name}\0`),
          Buffer.from(sha, 'hex'),
        ]),
      ),
    )
  const blob = (text: string) => git(place, ['hash-object', '-w', '--stdin'], text)
  const lib = tree([
    ['100664', 'b', blob('3')],
    ['100640', 'c', blob('4')],
  ])
  const root = tree([
    ['100664', 'a', blob('1')],
    ['40000', 'lib', lib],
    ['100775', 'run', blob('2')],
  ])
  const commit = git(place, ['commit-tree', root, '-p', repository.head(), '-m', 'Old'])
  git(place, ['update-ref', 'refs/heads/main', commit])

  return { world, repository }
}

/** Two files in each folder, and a listing that never fits. */
async function openLarge(folders: number) {
  const world = await openWorld()
  const files: Record<string, string> = Object.fromEntries(
    Array.from({ length: 2 * folders }, (_, i) => [`d${i % folders}/f${i}`, String(i)]),
  )
  await world.seed('large', files)
  await world.limits({ listedEntries: 3 })

  return { world, repository: await world.repository('large'), files }
}
