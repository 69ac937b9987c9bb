import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import { SyncError } from '#errors/sync-error.ts'
import { push } from '#push/push.ts'
import { project } from './arbitraries.ts'
import { emptyWorkTree, git, newRepository, type TestFile, writeFiles } from './git.ts'
import { contents, LAGS, openWorld, setOf } from './open-world.ts'
import { randomCases } from './random-cases.ts'
import { openNames } from './running-git.ts'

test.each(randomCases())(
  'a random project on a random branch gives the tree that git add and write-tree give (seed $seed)',
  {
    timeout: 600_000,
  },
  async (cases) => {
    // The engine takes a commit that is not known yet, and a branch shown where it was, as final answers.
    const world = await openWorld({ ...LAGS, commitLagCalls: 0, refLagCalls: 0 })
    await world.seed('random', { start: 'x' })
    const repository = await world.repository('random')
    const target = world.target('random')
    const work = newRepository()
    const nameOf = openNames(repository.place)
    let onBranch: TestFile[] = []
    let base = {
      commit: repository.head(),
      differs: { start: null } as Record<string, string | null>,
    }

    await fc.assert(
      fc.asyncProperty(project(14, 1), async (files) => {
        const host = world.host()
        const comparison = await compare(host, target, setOf(files), { base })

        const pushed = await push(host, JSON.parse(JSON.stringify(comparison)), {
          contents,
          choices: { confirmed: comparison.needs },
        }).catch((error: unknown) => {
          if (error instanceof SyncError && error.code === 'nothing_to_push') return null
          throw error
        })

        if (!pushed) return
        onBranch = files
        base = pushed.base
        expect(await nameOf('refs/heads/main^{tree}')).toBe(writtenTree(work, [...onBranch, START]))
      }),
      cases,
    )
    expect(repository.fsck()).toBe('')
  },
)

test.each(randomCases(300, 20))(
  'on servers that lag a random push arrives whole (seed $seed)',
  {
    timeout: 600_000,
  },
  async (cases) => {
    const world = await openWorld(LAGS)
    await world.seed('lagging', { start: 'x' })
    const repository = await world.repository('lagging')
    const target = world.target('lagging')
    const work = newRepository()
    const nameOf = openNames(repository.place)
    let base = {
      commit: repository.head(),
      differs: { start: null } as Record<string, string | null>,
    }

    await fc.assert(
      fc.asyncProperty(project(14, 1), fc.nat(1), fc.nat(1), async (files, commitLag, refLag) => {
        await world.limits({ commitLagCalls: commitLag, refLagCalls: refLag })
        const host = world.host()
        const comparison = await compare(host, target, setOf(files), { base })

        const pushed = await push(host, comparison, {
          contents,
          choices: { confirmed: comparison.needs },
        }).catch((error: unknown) => {
          if (error instanceof SyncError && error.code === 'nothing_to_push') return null
          throw error
        })

        if (!pushed) return
        base = pushed.base
        expect(await nameOf('refs/heads/main^{tree}')).toBe(writtenTree(work, [...files, START]))
      }),
      cases,
    )
    expect(repository.fsck()).toBe('')
  },
)

const START: TestFile = { path: 'start', bytes: Uint8Array.from(Buffer.from('x')), mode: '100644' }

/** As a developer would do it: files in a folder, everything added. */
function writtenTree(work: string, files: readonly TestFile[]): string {
  emptyWorkTree(work)
  writeFiles(work, files)
  git(work, ['add', '-A', '--force'])
  return git(work, ['write-tree'])
}
