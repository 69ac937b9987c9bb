import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import type { Base } from '#compare/comparison.ts'
import { contentsOf } from '#files/contents.ts'
import { applyPull } from '#pull/apply-pull.ts'
import { pull } from '#pull/pull.ts'
import { push } from '#push/push.ts'
import { bytes, path, project, withoutClashes } from './arbitraries.ts'
import type { TestFile } from './git.ts'
import { contents, openWorld, setOf } from './open-world.ts'
import { randomCases } from './random-cases.ts'
import { openCommits, openNames, openTreeNames } from './running-git.ts'

/** What one side does after the last sync. Few names, so that both often touch the same file. */
const edits = fc.array(
  fc.record({
    path,
    bytes,
    act: fc.constantFrom('put', 'put', 'delete', 'mode', 'move'),
    at: fc.nat(20),
  }),
  { maxLength: 6 },
)
const MAIN_TREE = 'refs/heads/main^{tree}'

type Edits = { path: string; bytes: Uint8Array<ArrayBuffer>; act: string; at: number }[]

test.each(randomCases())(
  'after a pull with any choices, and a push of what is left, a clone is the project (seed $seed)',
  { timeout: 900_000 },
  async (runs) => {
    const world = await openWorld()
    await world.seed('back', { start: 'x' })
    const repository = await world.repository('back')
    const target = world.target('back')
    const commit = openCommits(repository.place)
    const nameOf = openNames(repository.place)
    const treeOf = openTreeNames()

    await fc.assert(
      fc.asyncProperty(
        project(10, 1),
        edits,
        edits,
        fc.array(fc.constantFrom('mine' as const, 'github' as const), { minLength: 30 }),
        async (some, here, there, sides) => {
          const start = [...some, file('keep-me', '1')]
          const base: Base = { commit: await commit(start), differs: {} }
          const mine = edited(start, here)
          const theirs = edited(start, there)
          // A project without files is not compared.
          fc.pre(mine.length > 0)
          const head = await commit(theirs, base.commit)
          const host = world.host()

          const comparison = await compare(host, target, setOf(mine), { base })
          const pulled = await pull(host, JSON.parse(JSON.stringify(comparison)), {
            contents: contentsOf(setOf(mine)),
            choices: {
              conflicts: Object.fromEntries(
                comparison.conflicts.map((one, i) => [one.path, sides[i % sides.length] ?? 'mine']),
              ),
            },
          })
          const next = (await applyPull(mine, pulled.changes)) as TestFile[]
          fc.pre(next.length > 0)
          const left = await compare(host, target, setOf(next), { base: pulled.base })

          expect(pulled).toMatchObject({ commit: head, staying: [] })
          expect(left).toMatchObject({ kept: [], conflicts: [] })
          const isLeft = left.changes.length > 0
          const tree = await treeOf(next)
          expect(isLeft).toBe(tree !== (await nameOf(MAIN_TREE)))
          const choices = { confirmed: left.needs }
          const pushed = isLeft ? await push(host, left, { contents, choices }) : pulled
          expect(await nameOf(MAIN_TREE)).toBe(tree)
          expect(await compare(host, target, setOf(next), { base: pushed.base })).toMatchObject({
            changes: [],
            conflicts: [],
            kept: [],
          })
        },
      ),
      runs,
    )
    expect(repository.fsck()).toBe('')
  },
)

function edited(files: readonly TestFile[], list: Edits): TestFile[] {
  let next = [...files]
  for (const { path: named, bytes: content, act, at } of list) {
    const known = next[at % Math.max(1, next.length)]
    if (act === 'put' && known && at % 2) replace(known.path, { ...known, bytes: content })
    else if (act === 'put') replace(named, { path: named, bytes: content, mode: '100644' })
    else if (known && act === 'delete') replace(known.path, null)
    else if (known && act === 'mode') {
      replace(known.path, { ...known, mode: known.mode === '100644' ? '100755' : '100644' })
    } else if (known) {
      replace(known.path, null)
      replace(named, { ...known, path: named })
    }
  }
  return withoutClashes(next)

  function replace(old: string, by: TestFile | null) {
    next = next.filter((one) => one.path !== old)
    if (by) next.unshift(by)
  }
}

const file = (place: string, text: string): TestFile => ({
  path: place,
  bytes: Uint8Array.from(Buffer.from(text)),
  mode: '100644',
})
