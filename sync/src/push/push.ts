import { compareIn } from '#compare/compare.ts'
import type { Base, Comparison } from '#compare/comparison.ts'
import { type Sides, sidesOf } from '#compare/sides.ts'
import { SyncError } from '#errors/sync-error.ts'
import type { Contents } from '#files/contents.ts'
import { keepListing } from '#github/read-tree.ts'
import type { Host } from '#host/host.ts'
import { type Operation, openOperation, type Watching } from '#host/operation.ts'
import { commitMessage } from '#objects/commit-message.ts'
import { editTree } from '#objects/edit-tree.ts'
import { listingOf } from '#objects/listing.ts'
import { type Choices, type Plan, planEdits } from './choices.ts'
import { moveBranch } from './move-branch.ts'
import { nextBase } from './next-base.ts'
import { pushPack } from './push-pack.ts'
import { sendCommit } from './send-commit.ts'
import { settleBranches } from './settle-branches.ts'
import { startEmpty } from './start-empty.ts'

export type PushOptions = Watching & {
  /** The project as it was compared. */
  contents: Contents
  message?: string
  choices?: Choices
  /** Blobs that arrived in a push that did not end, within the last hour. */
  known?: Iterable<string>
}

export type Pushed = {
  commit: string
  base: NonNullable<Base>
  /** Where the branch was before; null if there was none. */
  before: string | null
  message: string
  counts: { added: number; changed: number; deleted: number }
  requests: number
}

type Work = {
  host: Host
  operation: Operation
  contents: Contents
  choices: Choices
  message: string | undefined
  arrived: Set<string>
}

const MOST_MOVES = 3

/** Sends what the comparison found as one commit, and moves the branch to it. Until that last step nothing is visible. */
export async function push(
  host: Host,
  comparison: Comparison,
  { contents, message, choices = {}, known = [], ...watching }: PushOptions,
): Promise<Pushed> {
  const operation = openOperation(watching)
  const work: Work = { host, operation, contents, choices, message, arrived: new Set(known) }
  let current = comparison
  for (let moves = 0; ; moves++) {
    const pushed = await attempt(work, current)
    if (pushed) return pushed
    if (moves === MOST_MOVES || current.start.kind === 'created') throw movedAway(current)
    current = await compareAgain(work, current)
  }
}

const movedAway = ({ target }: Comparison) =>
  new SyncError('branch_moved', { branch: target.branch })

/** The branch moved: the same project against what is there now. New questions are for the person. */
async function compareAgain(
  { host, operation, contents, choices }: Work,
  before: Comparison,
): Promise<Comparison> {
  const { target, options, inputs } = before
  const files = inputs.files.map(([path, sha, size, mode]) => ({ path, sha, size, mode }))
  const next = await compareIn(host, operation, {
    target,
    paths: files.map(({ path }) => path),
    readProject: async () => ({ files, leftOut: inputs.leftOut, contents }),
    options,
    ...(inputs.ancestor === null && { reviewed: inputs.reviewed ?? inputs.remote }),
  })
  const isNewNeed = next.needs.some((need) => !before.needs.includes(need))
  const isNewConflict = next.conflicts.some(
    ({ path, remote, inTheWay }) =>
      !before.conflicts.some(
        (old) =>
          old.path === path &&
          old.remote?.sha === remote?.sha &&
          old.inTheWay.join('\n') === inTheWay.join('\n'),
      ),
  )
  if (isNewNeed || isNewConflict || isDeletingNew(before, next, choices)) throw movedAway(before)
  return next
}

/** What goes from GitHub by a person's choice is no longer what they saw. */
function isDeletingNew(before: Comparison, next: Comparison, { deleteToo = [] }: Choices): boolean {
  const [seen, there] = [listingOf(before.inputs.remote), listingOf(next.inputs.remote)]
  const going = [...deleteToo, ...next.conflicts.flatMap(({ inTheWay }) => inTheWay)]

  return going.some((path) => {
    const sha = there.entries.get(path)?.sha
    return sha !== undefined && sha !== seen.entries.get(path)?.sha
  })
}

/** Null if the branch moved meanwhile. */
async function attempt(work: Work, comparison: Comparison): Promise<Pushed | null> {
  const { host, operation } = work
  const plan = planEdits(comparison, work.choices)
  if (comparison.options.isPlanned) throw new Error('The repository has to be made first.')
  if (plan.edits.size === 0) throw new SyncError('nothing_to_push')
  const sides = sidesOf(comparison)
  // Two requests for any number of files; the API takes three at least.
  const isByPack = host.can.packs
  refuseLarge(plan, isByPack)
  const expected = await editTree(sides.remote, plan.edits)
  const message = commitMessage(work.message ?? '') || defaultMessage(plan)
  const sent: Sent = { work, comparison, sides, plan, expected, message }
  const packed = isByPack ? await sendByPack(sent) : 'refused'
  const commit = packed === 'refused' ? await sendByRest(sent) : packed
  if (commit === null) return null

  await settleBranches(host, operation, comparison)
  keepListing(host, expected.listing)
  operation.report({ phase: 'committing', done: 2, all: 2, bytes: 0 })
  const { start } = comparison
  return {
    commit,
    before: start.kind === 'branch' ? start.commit : null,
    message,
    base: nextBase(sides, plan.postponed, commit, expected.listing),
    counts: countsOf(sides, plan),
    requests: operation.requests,
  }
}

type Sent = {
  work: Work
  comparison: Comparison
  sides: Sides
  plan: Plan
  expected: Awaited<ReturnType<typeof editTree>>
  message: string
}

/** The new commit, or null if the branch moved. */
async function sendByRest({
  work,
  comparison,
  sides,
  plan,
  expected,
  message,
}: Sent): Promise<string | null> {
  const { host, operation, contents, arrived } = work
  const { target } = comparison
  refuseLarge(plan, false)
  // By the API the branch moves last, after the whole upload.
  if (comparison.isProtected && !isNewBranch(comparison) && !work.choices.pushProtected) {
    throw new SyncError('branch_protected', { ...target, repo: `${target.owner}/${target.name}` })
  }
  const started = await startEmpty(host, operation, comparison, expected.edits, {
    contents,
    message,
  })
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
  })
  const isNew = isNewBranch(comparison)
  const isDone = await moveBranch(host, operation, { target, commit, head: started.commit, isNew })
  return isDone ? commit : null
}

async function sendByPack({
  work,
  comparison,
  sides,
  expected,
  message,
}: Sent): Promise<string | null | 'refused'> {
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
  })
  if (outcome.kind === 'done') return outcome.commit
  return outcome.kind === 'moved' ? null : 'refused'
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

function defaultMessage({ edits }: Plan): string {
  const [first] = edits.keys()

  return edits.size === 1 ? `Update ${first}` : `Update ${edits.size} files from bolt.new`
}

function countsOf({ remote }: Sides, { edits }: Plan): Pushed['counts'] {
  const counts = { added: 0, changed: 0, deleted: 0 }
  for (const [path, after] of edits) {
    if (!after) counts.deleted += 1
    else if (remote.entries.has(path)) counts.changed += 1
    else counts.added += 1
  }
  return counts
}
