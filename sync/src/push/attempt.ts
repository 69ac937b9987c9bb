import type { Comparison } from '#compare/comparison.ts'
import { type Sides, sidesOf } from '#compare/sides.ts'
import { SyncError } from '#errors/sync-error.ts'
import type { Contents } from '#files/contents.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import { commitMessage } from '#objects/commit-message.ts'
import { editTree } from '#objects/edit-tree.ts'
import { type Plan, planEdits } from './choices.ts'
import type { Journal, JournalWriter } from './journal.ts'
import { moveBranch } from './move-branch.ts'
import { proposedMessage } from './proposed-message.ts'
import { pushPack } from './push-pack.ts'
import { sendCommit } from './send-commit.ts'
import { startEmpty } from './start-empty.ts'

/** A push under way. */
export type Work = {
  host: Host
  operation: Operation
  contents: Contents
  journal: JournalWriter
  arrived: Set<string>
}

/** What the push does to the branch, by the comparison and the person's choices. */
export async function planOf({ comparison, choices, message }: Journal) {
  const plan = planEdits(comparison, choices)
  const sides = sidesOf(comparison)
  const expected = await editTree(sides.remote, plan.edits)

  const named = commitMessage(message) || proposedMessage([...plan.edits.keys()])
  return { plan, sides, expected, message: named }
}

type Sent = { work: Work; comparison: Comparison } & Awaited<ReturnType<typeof planOf>>

/** The new commit on the branch; null if the branch moved meanwhile. */
export async function attempt(work: Work): Promise<string | null> {
  const { comparison } = work.journal.current
  const planned = await planOf(work.journal.current)
  const { plan } = planned
  if (plan.edits.size === 0) throw new SyncError('nothing_to_push')
  // Two requests for any number of files; the API takes three at least.
  const isByPack = work.host.can.packs
  refuseLarge(plan, isByPack)
  const sent: Sent = { work, comparison, ...planned }
  const packed = isByPack ? await sendByPack(sent) : 'refused'

  return packed === 'refused' ? sendByRest(sent) : packed
}

async function sendByRest(sent: Sent): Promise<string | null> {
  const { work, comparison, sides, plan, expected, message } = sent
  const { host, operation, contents, journal, arrived } = work
  const { target } = comparison
  refuseLarge(plan, false)
  // By the API the branch moves last, after the whole upload. A repository that was just made may be protected by its owner's rules.
  const isAllowed = journal.current.choices.confirmed?.includes('protected_branch')
  if (comparison.isProtected && !isNewBranch(comparison) && !isAllowed) {
    throw new SyncError('branch_protected', { ...target, repo: `${target.owner}/${target.name}` })
  }
  const needs = { contents, message, journal }
  const started = await startEmpty(host, operation, comparison, expected.edits, needs)
  if (started.isWhole) return started.commit
  const commit = await sendCommit(host, operation, {
    target,
    parent: started.commit,
    baseTree: started.baseTree,
    edits: started.edits,
    contents,
    there: existingBlobs(sides),
    arrived,
    sentBefore: expected.edits.size - started.edits.size,
    expectedRoot: expected.listing.root,
    message,
    onStep: (step) => journal.write(step, { known: [...arrived] }),
  })
  const { commits } = journal.current
  await journal.write('ref', { commits: [...commits, commit] })
  const isNew = isNewBranch(comparison)
  const isDone = await moveBranch(host, operation, { target, commit, head: started.commit, isNew })
  if (isDone) return commit
  await journal.write('ref', { commits })
  return null
}

async function sendByPack(sent: Sent): Promise<string | null | 'refused'> {
  const { work, comparison, sides, expected, message } = sent
  const { journal } = work
  const { target, start } = comparison
  const outcome = await pushPack(work.host, work.operation, {
    target,
    parent: start.commit,
    head: start.kind === 'empty' || isNewBranch(comparison) ? null : start.commit,
    edits: expected.edits,
    contents: work.contents,
    there: existingBlobs(sides),
    tree: expected.listing.root,
    trees: expected.trees,
    message,
    signature: journal.current.signature,
    onCommit: (commit, signature) => journal.write('ref', { commits: [commit], signature }),
  })
  if (outcome.kind === 'done') return outcome.commit
  if (outcome.kind === 'refused') return 'refused'
  await journal.write('ref', { commits: [], signature: null })
  return null
}

const isNewBranch = ({ target, start }: Comparison): boolean =>
  start.kind === 'new_branch' || (start.kind !== 'branch' && target.branch !== start.defaultBranch)

/** What the branch holds, or held at the last sync, need not be sent. */
function existingBlobs({ remote, ancestor }: Sides): Set<string> {
  const entries = [...remote.entries.values(), ...(ancestor?.listing.entries.values() ?? [])]

  return new Set(entries.map(({ sha }) => sha))
}

/** In base64 a file must stay below the 40 MB that GitHub was seen to take. */
const MAX_REST_BYTES = 30_000_000
const MAX_BYTES = 100 * 1024 * 1024

function refuseLarge({ edits }: Plan, isByPack: boolean): void {
  const most = isByPack ? MAX_BYTES : MAX_REST_BYTES
  for (const [path, after] of edits) {
    const size = after?.size ?? 0
    if (size > most) throw new SyncError('file_too_large', { path, size })
  }
}
