import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBranch } from '#branches/read-branch.ts'
import { compare } from '#compare/compare.ts'
import { project } from './arbitraries.ts'
import type { TestFile } from './git.ts'
import { openWorld, setOf } from './open-world.ts'
import { randomCases } from './random-cases.ts'
import { openCommits } from './running-git.ts'

/** Archives leave out or change what these say; the import must not. */
const attributes = fc.constantFrom(
  '',
  'a export-ignore\n',
  '* text eol=crlf\n',
  'src/ export-ignore\n*.md ident\n',
)

test.each(randomCases())(
  'a random branch is imported byte by byte, and comparing it again finds nothing (seed $seed)',
  { timeout: 600_000 },
  async (runs) => {
    const world = await openWorld()
    await world.seed('import', { start: 'x' })
    const repository = await world.repository('import')
    const target = world.target('import')
    const commitFiles = openCommits(repository.place)

    await fc.assert(
      fc.asyncProperty(project(12, 1), attributes, fc.boolean(), async (some, text, archives) => {
        const files = [...some, file('.gitattributes', text), file('to-a', 'a', '120000')]
        const commit = await commitFiles(files)
        const host = world.host({ can: { archives, packs: false, workflows: true } })

        const read = await readBranch(host, target)
        const base = { commit, differs: {} }
        const again = await compare(host, target, setOf(read.files as TestFile[]), { base })

        expect(read.commit).toBe(commit)
        expect(sorted(read.files as TestFile[])).toEqual(sorted(files))
        expect(again).toMatchObject({ changes: [], conflicts: [] })
      }),
      runs,
    )
  },
)

const file = (path: string, text: string, mode: TestFile['mode'] = '100644'): TestFile => ({
  path,
  bytes: Uint8Array.from(Buffer.from(text)),
  mode,
})

const sorted = (files: readonly TestFile[]) =>
  files
    .map(({ path, bytes, mode }) => ({ path, mode, bytes: Buffer.from(bytes).toString('hex') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
