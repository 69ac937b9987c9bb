import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import { SyncError } from '#errors/sync-error.ts'
import { push } from '#push/push.ts'
import { path, project, withoutClashes } from './arbitraries.ts'
import type { TestFile } from './git.ts'
import { contents, openWorld, setOf } from './open-world.ts'
import { randomCases } from './random-cases.ts'

const text = (name: string, content: string): TestFile => ({
  path: name,
  bytes: Uint8Array.from(Buffer.from(content)),
  mode: '100644',
})

/** What people are asked about, besides files. */
const special = fc.subarray([
  text('.env', 'SECRET=1'),
  text('.gitignore', 'lib\n*.txt\n'),
  text('keys.ts', `const key = 'sk_live_${'aB3dE5gH7jK9'.repeat(2)}'`),
  text('.github/workflows/ci.yml', 'on: push\n'),
  text('.gitattributes', '*.bin filter=lfs\n'),
])

const side = fc
  .tuple(project(8, 1), special)
  .map(([files, others]) => withoutClashes([...files, ...others]))

const seedOf = (files: readonly TestFile[]) =>
  Object.fromEntries(
    files.map(({ path: name, bytes, mode }) => [
      name,
      { base64: Buffer.from(bytes).toString('base64'), mode },
    ]),
  )

test.each(randomCases(300, 12))(
  'a comparison survives JSON and cloning, and its copy pushes the same tree (seed $seed)',
  { timeout: 600_000 },
  async (cases) => {
    const world = await openWorld()
    let worlds = 0

    await fc.assert(
      fc.asyncProperty(
        side,
        side,
        side,
        fc.dictionary(path, fc.constantFrom(null, '1'.repeat(40)), {
          maxKeys: 3,
          noNullPrototype: true,
        }),
        fc.boolean(),
        async (first, second, files, differs, hasBase) => {
          worlds += 1
          const names = [`plain-${worlds}`, `copied-${worlds}`]
          const pushed = []
          for (const name of names) {
            await world.seed(name, seedOf(first), seedOf(second))
            const repository = await world.repository(name)
            const [commit = ''] = repository.history().slice(-1)
            const host = world.host()
            const base = hasBase ? { commit, differs } : null

            const comparison = await compare(host, world.target(name), setOf(files), { base })
            const copy = JSON.parse(JSON.stringify(comparison))

            expect(copy).toStrictEqual(comparison)
            expect(structuredClone(comparison)).toStrictEqual(comparison)
            const conflicts = Object.fromEntries(
              comparison.conflicts.map((one) => [one.path, 'mine' as const]),
            )
            const choices = { confirmed: comparison.needs, conflicts }
            const isCopy = name !== names[0]
            await push(host, isCopy ? copy : comparison, { contents, choices }).catch(isEqual)
            pushed.push(repository.tree())
          }
          expect(pushed[1]).toBe(pushed[0])
        },
      ),
      cases,
    )
  },
)

function isEqual(error: unknown): void {
  if (!(error instanceof SyncError && error.code === 'nothing_to_push')) throw error
}
