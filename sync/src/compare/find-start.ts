import { SyncError } from '#errors/sync-error.ts'
import { compareCommits } from '#github/compare-commits.ts'
import { type Head, readCommit, readHead, readRef, readRepository } from '#github/read-head.ts'
import type { Repository, Target } from '#github/target.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import type { CompareOptions, Start } from './comparison.ts'

export type Found = {
  start: Start
  repository: Repository
  isPublic: boolean
  isProtected: boolean
}

/** A new repository becomes visible with a delay. */
const LAG_MS = [1000, 2000, 4000, 8000]
/** A moved branch becomes visible with a delay too. */
const LATE_MS = [500, 1000]

/** Determines the target of the new commit: an existing branch, a new one, or an empty repository. */
export async function findStart(
  host: Host,
  operation: Operation,
  target: Target,
  options: CompareOptions,
): Promise<Found> {
  if (options.create) return planned(target)
  if (options.created) return findCreated(host, operation, target, options.created.defaultBranch)
  const head = await readCurrentHead(host, operation, target, options.base)
  if (!head) return findWithoutBranch(host, operation, target, options)
  // Its visibility only matters at the first push.
  const facts = options.base ? null : await readRepository(host, operation, head.repository)

  return {
    start: startAt(head, 'branch', facts?.defaultBranch ?? null),
    repository: head.repository,
    isPublic: facts !== null && !facts.isPrivate,
    isProtected: head.isProtected,
  }
}

/** A branch older than the last sync was read from a lagging server, or was reset. */
async function readCurrentHead(
  host: Host,
  operation: Operation,
  target: Target,
  base: CompareOptions['base'],
): Promise<Head | null> {
  for (const delay of [...LATE_MS, null]) {
    const head = await readHead(host, operation, target)
    if (!head || !base || head.commit === base.commit || delay === null) return head
    const commits = { base: base.commit, head: head.commit }
    if ((await compareCommits(host, operation, head.repository, commits)) !== 'behind') return head
    await host.wait(delay, operation.signal)
    operation.throwIfCancelled()
  }
  return null
}

const planned = ({ owner, name }: Target): Found => ({
  start: { kind: 'created', commit: null, tree: null, defaultBranch: null },
  repository: { owner, name },
  isPublic: false,
  isProtected: false,
})

const startAt = (head: Head, kind: Start['kind'], defaultBranch: string | null): Start => ({
  kind,
  commit: head.commit,
  tree: head.tree,
  defaultBranch,
})

async function findCreated(
  host: Host,
  operation: Operation,
  target: Target,
  defaultBranch: string,
): Promise<Found> {
  for (const delay of [...LAG_MS, null]) {
    const head = await readHead(host, operation, { ...target, branch: defaultBranch })
    if (head) {
      return {
        start: startAt(head, 'created', defaultBranch),
        repository: head.repository,
        isPublic: false,
        isProtected: head.isProtected,
      }
    }
    operation.throwIfCancelled()
    if (delay !== null) await host.wait(delay, operation.signal)
  }
  throw new SyncError('repository_missing', { repo: `${target.owner}/${target.name}` })
}

async function findWithoutBranch(
  host: Host,
  operation: Operation,
  target: Target,
  { base, from }: CompareOptions,
): Promise<Found> {
  const facts = await readRepository(host, operation, target)
  const { defaultBranch } = facts
  const repository = { owner: facts.owner, name: facts.name }
  const isPublic = base === null && !facts.isPrivate
  const found = await readRef(host, operation, { ...repository, branch: defaultBranch })
  if (found === 'empty') {
    const start: Start = { kind: 'empty', commit: null, tree: null, defaultBranch }
    return { start, repository, isPublic, isProtected: false }
  }
  // Somebody deleted the branch of an earlier push; it is not recreated without asking.
  if (base && !from) throw new SyncError('branch_missing', { branch: target.branch })

  const origin = await readOrigin(host, operation, repository, from ?? { branch: defaultBranch })
  const start: Start = { kind: 'new_branch', ...origin, defaultBranch }
  return { start, repository, isPublic, isProtected: false }
}

async function readOrigin(
  host: Host,
  operation: Operation,
  repository: Repository,
  from: { branch: string } | { commit: string },
): Promise<{ commit: string; tree: string }> {
  if ('commit' in from) {
    const commit = await readCommit(host, operation, repository, from.commit)
    if (!commit) throw new SyncError('branch_missing', { branch: from.commit.slice(0, 7) })
    return { commit: from.commit, tree: commit.tree }
  }
  const head = await readHead(host, operation, { ...repository, branch: from.branch })
  if (!head) throw new SyncError('branch_missing', { branch: from.branch })
  return { commit: head.commit, tree: head.tree }
}
