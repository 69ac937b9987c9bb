import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import { push } from '#push/push.ts'
import { contents, openWorld, projectOf, type SeedFile } from './open-world.ts'

const NFC = 'caf\u00e9/men\u00fa.md'
const NFD = NFC.normalize('NFD')

test.each([
  ['composed', NFC],
  ['apart', NFD],
])(
  'a file whose letters the last sync wrote %s, and that GitHub deleted, does not come back',
  async (_title, name) => {
    const { repository, comparing, world } = await synced({ [name]: '1', a: '1' })
    await world.meanwhile('names', { [name]: null })

    for (const path of [NFC, NFD]) {
      const comparison = await comparing({ [path]: '1', a: '1' })
      expect(comparison).toMatchObject({
        changes: [],
        conflicts: [],
        kept: [{ reason: 'deleted_on_github' }],
      })
    }
    expect(Object.keys(repository.files())).toEqual(['a'])
  },
)

test('a file that both changed is a conflict, however its name is written', async () => {
  const { comparing, world } = await synced({ [NFD]: '1' })
  await world.meanwhile('names', { [NFD]: null, [NFC]: 'theirs' })

  expect((await comparing({ [NFD]: 'mine' })).conflicts).toMatchObject([{ path: NFC }])
})

test('a difference that was kept at the last sync is known in either spelling', async () => {
  const { comparing } = await synced({ [NFC]: '1', a: '1' }, { [NFD]: null })

  expect(await comparing({ a: '1' })).toMatchObject({ changes: [], kept: [{ path: NFC }] })
})

test('a new name that differs in case only from a file of GitHub is a conflict', async () => {
  const { repository, comparing, pushing } = await synced(
    { 'README.md': 'theirs', a: '1' },
    { 'README.md': null },
  )
  const project = { 'Readme.md': 'mine', a: '1' }

  const comparison = await comparing(project)
  expect(comparison.conflicts).toMatchObject([{ path: 'Readme.md', inTheWay: ['README.md'] }])
  expect(comparison.needs).toContain('conflicts')

  await pushing(comparison, { conflicts: { 'Readme.md': 'mine' } })
  expect(repository.files()).toEqual(project)
})

test('at a first sync names that differ in case only are a conflict too', async () => {
  const { world } = await synced({ 'README.md': 'same' })
  const project = projectOf({ 'Readme.md': 'same' })

  const comparison = await compare(world.host(), world.target('names'), project, { base: null })

  expect(comparison.conflicts).toMatchObject([{ path: 'Readme.md', inTheWay: ['README.md'] }])
})

test('a new folder that differs in case only from one of GitHub is asked about, and nothing there goes', async () => {
  const there = { 'src/b.ts': 'theirs', a: '1' }
  const { repository, comparing, pushing } = await synced(there, { 'src/b.ts': null })

  const comparison = await comparing({ 'Src/lib/a.ts': 'mine', a: '1' })

  expect(comparison.needs).toEqual(['folder_case'])
  expect(comparison.folderPairs).toEqual([{ mine: 'Src', theirs: 'src' }])
  await pushing(comparison, {})
  expect(repository.files()).toEqual({ ...there, 'Src/lib/a.ts': 'mine' })
})

test('a folder whose name changes its case is renamed without a question', async () => {
  const { comparing } = await synced({ 'Src/a.ts': 'same', 'Src/b.ts': 'same too' })

  const comparison = await comparing({ 'src/a.ts': 'same', 'src/b.ts': 'same too' })

  expect(comparison.needs).not.toContain('folder_case')
})

test('a file whose name changes its case is renamed', async () => {
  const { repository, comparing, pushing } = await synced({ 'README.md': 'same' })

  const comparison = await comparing({ 'Readme.md': 'same' })
  await pushing(comparison)

  expect(comparison).toMatchObject({
    conflicts: [],
    changes: expect.arrayContaining([
      expect.objectContaining({ path: 'Readme.md', renamedFrom: 'README.md' }),
    ]),
  })
  expect(repository.files()).toEqual({ 'Readme.md': 'same' })
})

test('a source without modes makes no link to another place: the text is a file, and asked about', async () => {
  const { repository, comparing, pushing } = await synced({ link: { link: 'a' }, a: '1' })

  const same = await comparing({ link: 'a', a: '1' })
  const comparison = await comparing({ link: '../../etc/passwd', a: '1' })

  expect(same).toMatchObject({ changes: [], conflicts: [] })
  expect(comparison).toMatchObject({ changes: [], needs: ['conflicts'] })
  await pushing(comparison, { conflicts: { link: 'mine' } })
  expect(repository.files()).toEqual({ link: '../../etc/passwd', a: '1' })
})

test('a link that was deleted on GitHub does not come back as a link to another place', async () => {
  const { comparing, world } = await synced({ link: { link: 'a' }, a: '1' })
  await world.meanwhile('names', { link: null })

  const { conflicts } = await comparing({ link: 'b', a: '1' })

  expect(conflicts).toMatchObject([{ mine: { after: { mode: '100644' } } }])
})

test('a Git LFS pointer that both changed stays, without a question', async () => {
  const attributes = '*.psd filter=lfs diff=lfs merge=lfs -text\n'
  const { comparing, world } = await synced({
    '.gitattributes': attributes,
    'art.psd': { lfs: 1234 },
  })
  await world.meanwhile('names', { 'art.psd': { lfs: 5678 } })

  const comparison = await comparing({
    '.gitattributes': attributes,
    'art.psd': 'the picture itself',
  })

  expect(comparison).toMatchObject({
    changes: [],
    conflicts: [],
    kept: [{ path: 'art.psd', reason: 'lfs' }],
  })
})

test('what the rules ignore may lie in the place of a submodule', async () => {
  const { comparing } = await synced({ vendor: { submodule: '1'.repeat(40) }, a: '1' })

  const comparison = await comparing({ 'vendor/x': '1', a: '1', '.gitignore': 'vendor/\n' })

  expect(comparison.changes).toMatchObject([{ path: '.gitignore' }])
})

/** A branch that the project was synced with. */
async function synced(
  files: Record<string, SeedFile>,
  differs: Record<string, string | null> = {},
) {
  const world = await openWorld()
  await world.seed('names', files)
  const repository = await world.repository('names')
  const base = { commit: repository.head(), differs }
  const host = world.host()

  return {
    world,
    repository,
    comparing: (project: Parameters<typeof projectOf>[0]) =>
      compare(host, world.target('names'), projectOf(project), { base }),
    pushing: (comparison: Awaited<ReturnType<typeof compare>>, choices = {}) =>
      push(host, comparison, { contents, choices: { confirmed: comparison.needs, ...choices } }),
  }
}
