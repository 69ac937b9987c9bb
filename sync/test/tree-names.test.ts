import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blobName } from '#objects/blob-name.ts'
import { type Edits, editTree } from '#objects/edit-tree.ts'
import { EMPTY_LISTING, type Entry } from '#objects/listing.ts'
import { openSha1 } from '#objects/sha1.ts'
import { project } from './arbitraries.ts'
import { git, newRepository, type TestFile, treeOf } from './git.ts'
import { randomCases } from './random-cases.ts'
import { openTreeNames } from './running-git.ts'

test.each(randomCases())(
  'a project has the tree name that git gives it (seed $seed)',
  async (cases) => {
    const treeName = openTreeNames()

    await fc.assert(
      fc.asyncProperty(project(), async (files) => {
        const { listing } = await editTree(EMPTY_LISTING, await editsOf(files))

        expect(listing.root).toBe(await treeName(files))
      }),
      cases,
    )
  },
)

test.each(randomCases(400))(
  'a checksum in any portions is that of the whole (seed $seed)',
  (cases) => {
    const portions = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 })

    fc.assert(
      fc.property(portions, (parts) => {
        const sha1 = openSha1()
        const theirs = createHash('sha1')
        for (const part of parts) {
          sha1.update(Uint8Array.from(part))
          theirs.update(part)
        }

        expect(Buffer.from(sha1.end()).toString('hex')).toBe(theirs.digest('hex'))
      }),
      cases,
    )
  },
)

test('a file too large to be copied has the name that git gives it', async () => {
  const large = Uint8Array.from({ length: 5_000_001 }, (_, i) => i * 7)

  expect(await blobName(large)).toBe(git(newRepository(), ['hash-object', '--stdin'], large))
})

test.each(randomCases())(
  'edits in any portions lead to the tree name that git gives the result (seed $seed)',
  async (cases) => {
    const treeName = openTreeNames()

    await fc.assert(
      fc.asyncProperty(
        project(),
        project(),
        fc.integer({ min: 1, max: 4 }),
        async (before, after, size) => {
          const from = await editTree(EMPTY_LISTING, await editsOf(before))
          const wanted = await editsOf(after)
          const deletions = before
            .filter(({ path }) => !wanted.has(path))
            .map(({ path }): [string, null] => [path, null])
          const edits: [string, Entry | null][] = [...deletions, ...wanted]

          let listing = from.listing
          for (let at = 0; at < edits.length; at += size) {
            listing = (await editTree(listing, new Map(edits.slice(at, at + size)))).listing
          }

          expect(listing.root).toBe(await treeName(after))
        },
      ),
      cases,
    )
  },
)

test('a folder that was not read keeps its name', async () => {
  const repository = newRepository()
  const files = [file('big/one/a.txt', 'a'), file('big/b.txt', 'b'), file('src/c.txt', 'c')]
  const whole = (await editTree(EMPTY_LISTING, await editsOf(files))).listing
  const partly = {
    root: whole.root,
    entries: new Map([...whole.entries].filter(([path]) => path.startsWith('src/'))),
    folders: new Map([...whole.folders].filter(([path]) => path !== 'big/one')),
  }

  const { listing } = await editTree(partly, await editsOf([file('src/d.txt', 'd')]))

  expect(listing.root).toBe(treeOf(repository, [...files, file('src/d.txt', 'd')]))
})

test('the bodies of new trees are those that git stores', async () => {
  const repository = newRepository()
  const files = [file('a/b/c.txt', 'c'), file('a.txt', 'a')]
  const { listing, trees } = await editTree(EMPTY_LISTING, await editsOf(files))
  treeOf(repository, files)

  for (const [sha, body] of trees) {
    expect(git(repository, ['hash-object', '-t', 'tree', '--stdin'], body)).toBe(sha)
  }
  expect(trees.has(listing.root)).toBe(true)
})

const file = (path: string, text: string): TestFile => ({
  path,
  bytes: Uint8Array.from(Buffer.from(text)),
  mode: '100644',
})

const editsOf = async (files: readonly TestFile[]): Promise<Edits> =>
  new Map(
    await Promise.all(
      files.map(
        async ({ path, bytes, mode }): Promise<[string, Entry]> => [
          path,
          { mode, sha: await blobName(bytes) },
        ],
      ),
    ),
  )
