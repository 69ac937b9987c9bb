import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import type { Base } from '#compare/comparison.ts'
import { readHead } from '#github/read-head.ts'
import { openOperation } from '#host/operation.ts'
import { followMerge } from '#pull-requests/follow-merge.ts'
import { openPullRequest } from '#pull-requests/open-pull-request.ts'
import { findPullRequest } from '#pull-requests/read-pull-request.ts'
import { push } from '#push/push.ts'
import { contents, openWorld, projectOf } from './open-world.ts'
import { DRAFT, othersOf, pushBranch, type World } from './pull-requests.ts'
import { randomCases } from './random-cases.ts'

type Files = Record<string, string>

const WAYS = ['merge', 'squash', 'rebase'] as const
const START: Files = { a: '1', b: '1', 'only/there': 'x' }
const MINE: Files = { a: '2', b: '1', new: '1' }

test.each(WAYS)('after a %s nothing is left to push, also with the branch deleted', async (way) => {
  const { world, follow, others, number, head } = await pushedBranch(`nothing-${way}`)
  const { sha } = await others.merge(number, way)
  await others.api('DELETE', '/git/refs/heads/next')

  const { target, base } = await follow()

  const comparison = await compare(world.host(), target, projectOf(MINE), { base })
  expect(target.branch).toBe('main')
  expect(base).toMatchObject({ commit: sha })
  expect(comparison).toMatchObject({ changes: [], conflicts: [], needs: [] })
  expect(head.tree).toBe((await world.repository(`nothing-${way}`)).tree())
})

test.each(WAYS)('after a %s own changes since are an ordinary push', async (way) => {
  const name = `own-${way}`
  const { world, follow, others, number } = await pushedBranch(name)
  await world.meanwhile(name, { b: 'theirs', theirs: '1' })
  await others.merge(number, way)
  const project = projectOf({ ...MINE, a: '3', mine: '1' })

  const { target, base } = await follow()
  const comparison = await compare(world.host(), target, project, { base })
  await push(world.host(), comparison, { contents })

  expect(comparison).toMatchObject({ conflicts: [], needs: [] })
  expect(comparison.changes.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
    'changed a',
    'added mine',
  ])
  const repository = await world.repository(name)
  expect(repository.files()).toEqual({
    a: '3',
    b: 'theirs',
    mine: '1',
    new: '1',
    'only/there': 'x',
    theirs: '1',
  })
  expect(repository.fsck()).toBe('')
})

test.each(WAYS)(
  'what others changed on the base is a conflict after a %s, not lost',
  async (way) => {
    const name = `both-${way}`
    const { world, follow, others, number } = await pushedBranch(name)
    await world.meanwhile(name, { b: 'theirs' })
    await others.merge(number, way)

    const { target, base } = await follow()
    const project = projectOf({ ...MINE, b: 'mine' })
    const comparison = await compare(world.host(), target, project, { base })

    expect(comparison.changes).toEqual([])
    expect(comparison.conflicts.map(({ path }) => path)).toEqual(['b'])
  },
)

test.each(WAYS)('what was pushed to the branch after the %s is proposed again', async (way) => {
  const name = `late-${way}`
  const { host, others, number, target: from, pushed } = await pushedBranch(name)
  await others.merge(number, way)
  const project = projectOf({ ...MINE, late: '1' })
  const late = await pushBranch(host, from, project, pushed.base)

  const pull = await findPullRequest(host, from)
  if (!pull) throw new Error('no pull request')
  const { target, base } = await followMerge(host, from, { pull, base: late.base })
  const comparison = await compare(host, target, project, { base })

  expect(comparison.changes.map(({ path, kind }) => `${kind} ${path}`)).toEqual(['added late'])
  expect(comparison.conflicts).toEqual([])
})

test('one that is still open is not followed', async () => {
  const { follow, number } = await pushedBranch('open')

  await expect(follow()).rejects.toMatchObject({ code: 'pull_request_open', facts: { number } })
})

test('without a stored base the one of the base branch stays', async () => {
  const { host, others, number, target: from } = await pushedBranch('unknown')
  await others.merge(number, 'squash')
  const pull = await findPullRequest(host, from)
  if (!pull) throw new Error('no pull request')

  const followed = await followMerge(host, from, { pull, base: null })

  expect(followed).toEqual({ target: { ...from, branch: 'main' }, base: null })
})

const names = fc.constantFrom('a', 'b', 'c', 'd/e', 'd/f')
const files = fc.dictionary(names, fc.constantFrom('1', '2', '3'), { minKeys: 1 })

test.each(randomCases(300, 12))(
  'any merge of any project leaves nothing to push, and later changes arrive (seed $seed)',
  {
    timeout: 600_000,
  },
  async (cases) => {
    let world = await openWorld()
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        files,
        files,
        files,
        fc.constantFrom(...WAYS),
        fc.boolean(),
        async (start, mine, later, way, isDeleted) => {
          run += 1
          // One world takes as many calls as GitHub allows in an hour.
          if (run % 100 === 0) world = await openWorld()
          const name = `any-${run}`
          const first = { ...start, start: 'x' }
          await world.seed(name, first)
          const host = world.host()
          const from = world.target(name, 'next')
          const synced = await readHead(host, openOperation({}), world.target(name))
          const base: Base = { commit: synced?.commit ?? '', differs: {} }
          const project = projectOf({ ...mine, start: 'x' })
          const isSame = JSON.stringify(sorted(mine)) === JSON.stringify(sorted(start))
          if (isSame) return
          const pushed = await pushBranch(host, from, project, base)
          const draft = { target: from, commit: pushed.commit }
          const { number } = await openPullRequest(host, draft, DRAFT)
          const others = othersOf(world, name)
          await world.meanwhile(name, { theirs: 'y' })
          await others.merge(number, way)
          if (isDeleted) await others.api('DELETE', '/git/refs/heads/next')
          const pull = await findPullRequest(host, from)
          if (!pull) throw new Error('no pull request')

          const followed = await followMerge(host, from, { pull, base: pushed.base })

          const unchanged = await compare(host, followed.target, project, { base: followed.base })
          expect(unchanged).toMatchObject({ changes: [], conflicts: [] })
          const next = { ...later, start: 'x' }
          const changed = await compare(host, followed.target, projectOf(next), {
            base: followed.base,
          })
          expect(changed.conflicts).toEqual([])
          if (changed.changes.length > 0) {
            await push(host, changed, { contents, choices: { confirmed: changed.needs } })
          }
          expect((await world.repository(name)).files()).toEqual(sorted({ ...next, theirs: 'y' }))
        },
      ),
      cases,
    )
  },
)

const sorted = (some: Files): Files => Object.fromEntries(Object.entries(some).sort())

/** The project on `next` with an open pull request; `only/there` is GitHub's alone. */
async function pushedBranch(name: string) {
  const world: World = await openWorld()
  await world.seed(name, START)
  const host = world.host()
  const target = world.target(name, 'next')
  const pushed = await pushBranch(host, target, projectOf(MINE), null)
  const { number } = await openPullRequest(host, { target, commit: pushed.commit }, DRAFT)
  const head = await readHead(host, openOperation({}), target)
  if (!head) throw new Error('no branch')
  const follow = async () => {
    const pull = await findPullRequest(host, target)
    if (!pull) throw new Error('no pull request')
    return followMerge(host, target, { pull, base: pushed.base })
  }

  return { world, host, target, pushed, number, head, follow, others: othersOf(world, name) }
}
