import { compareIn } from '#compare/compare.ts'
import type { Base, Comparison } from '#compare/comparison.ts'
import { findStart } from '#compare/find-start.ts'
import type { Sides } from '#compare/sides.ts'
import { SyncError } from '#errors/sync-error.ts'
import type { Contents } from '#files/contents.ts'
import { keepListing } from '#github/read-tree.ts'
import type { Host } from '#host/host.ts'
import { openOperation, type Watching } from '#host/operation.ts'
import { type Listing, listingOf } from '#objects/listing.ts'
import { attempt, planOf, type Work } from './attempt.ts'
import type { Choices } from './choices.ts'
import { createIn } from './create-repository.ts'
import { explainFailure } from './explain-failure.ts'
import { type Journal, type OnJournal, openJournal } from './journal.ts'
import { isLanded, whereIs } from './move-branch.ts'
import { settleBranches } from './settle-branches.ts'

type Needs = Watching & {
  /** The compared project. */
  contents: Contents
  /** Stores what `resume` needs to continue after a crash. */
  onJournal?: OnJournal
}

export type PushOptions = Needs & {
  message?: string
  choices?: Choices
  /** Blobs uploaded by an unfinished push within the last hour. */
  known?: Iterable<string>
}

export type Pushed = {
  commit: string
  base: NonNullable<Base>
  /** The branch's previous commit; null if there was none. */
  before: string | null
  message: string
  counts: { added: number; changed: number; deleted: number }
  requests: number
}

/** Pushes a comparison as one commit, then moves the branch to it. Before that last step nothing is visible. */
export async function push(
  host: Host,
  comparison: Comparison,
  { message = '', choices = {}, known = [], ...needs }: PushOptions,
): Promise<Pushed> {
  const work = openWork(host, needs, {
    version: 1,
    step: 'begun',
    at: host.now(),
    comparison,
    choices,
    message,
    known: [...known],
    creatingSince: null,
    firstCommit: null,
    signature: null,
    commits: [],
  })
  await work.journal.write('begun')

  return explained(work, () => run(work))
}

const KNOWN_FOR_MS = 60 * 60_000

/** Continues a push after a crash from its journal. If its own commit has arrived, it is finished. */
export async function resume(host: Host, journal: Journal, needs: Needs): Promise<Pushed> {
  const isFresh = host.now() - journal.at < KNOWN_FOR_MS
  const work = openWork(host, needs, isFresh ? journal : { ...journal, known: [] })

  return explained(work, async () => {
    const landed = await findLanded(work)
    return landed === null ? run(work) : finish(work, landed)
  })
}

async function explained(work: Work, pushing: () => Promise<Pushed>): Promise<Pushed> {
  try {
    return await pushing()
  } catch (error) {
    throw await explainFailure(work, error)
  }
}

function openWork(host: Host, { contents, onJournal, ...watching }: Needs, start: Journal): Work {
  return {
    host,
    operation: openOperation(watching),
    contents,
    journal: openJournal(start, { now: host.now, onJournal }),
    arrived: new Set(start.known),
  }
}

const MOST_MOVES = 3

async function run(work: Work): Promise<Pushed> {
  for (let moves = 0; ; moves++) {
    await makeRepository(work)
    const commit = (await attempt(work)) ?? (await findLanded(work))
    if (commit !== null) return finish(work, commit)
    const { comparison, step } = work.journal.current
    if (moves === MOST_MOVES || comparison.start.kind === 'created') throw movedAway(comparison)
    const next = await compareAgain(work, comparison)
    const anew = { comparison: next, commits: [], signature: null, firstCommit: null }
    await work.journal.write(step, anew)
  }
}

const movedAway = ({ target }: Comparison) =>
  new SyncError('branch_moved', { branch: target.branch })

/** Creates a repository that was reviewed before it existed. The pushed content stays as reviewed. */
async function makeRepository({ host, operation, journal }: Work): Promise<void> {
  const { target, options } = journal.current.comparison
  if (options.create) {
    const { owner, name } = target
    const since = journal.current.creatingSince
    await journal.write('creating', { creatingSince: since ?? host.now() })
    const made = await createIn(host, operation, { owner, name, ...options.create }, since)
    const { accepted } = options
    const created = {
      base: null,
      created: { defaultBranch: made.defaultBranch },
      ...(accepted && { accepted }),
    }
    await journal.write('created', {
      comparison: { ...journal.current.comparison, options: created },
    })
  }
  const { comparison, step } = journal.current
  if (comparison.start.kind !== 'created' || comparison.start.commit !== null) return
  const { start, repository } = await findStart(host, operation, target, comparison.options)
  const found = { ...comparison, start, target: { ...repository, branch: target.branch } }
  await journal.write(step, { comparison: found })
}

/** A commit of this push that the branch contains, even below later pushes; null if none. */
async function findLanded({ host, operation, journal }: Work): Promise<string | null> {
  const { commits, comparison } = journal.current
  if (commits.length === 0) return null
  const { target, start } = comparison
  const at = await whereIs(host, operation, target)
  for (const commit of commits) {
    const move = { target, commit, head: start.commit ?? '', at }
    if (await isLanded(host, operation, move)) return commit
  }
  return null
}

/** The branch moved: compares the same project with its new state. The member must answer new questions. */
async function compareAgain(
  { host, operation, contents, journal }: Work,
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
  const isNewConfirmation = next.needs.some((one) => !before.needs.includes(one))
  const isNewConflict = next.conflicts.some(
    ({ path, remote, inTheWay }) =>
      !before.conflicts.some(
        (old) =>
          old.path === path &&
          old.remote?.sha === remote?.sha &&
          old.inTheWay.join('\n') === inTheWay.join('\n'),
      ),
  )
  const isNewDeletion = isDeletingNew(before, next, journal.current.choices)
  if (isNewConfirmation || isNewConflict || isNewDeletion) throw movedAway(before)
  return next
}

/** Selected deletions at GitHub now differ from what the member reviewed. */
function isDeletingNew(before: Comparison, next: Comparison, { deleteToo = [] }: Choices): boolean {
  const [seen, there] = [listingOf(before.inputs.remote), listingOf(next.inputs.remote)]
  const going = [...deleteToo, ...next.conflicts.flatMap(({ inTheWay }) => inTheWay)]

  return going.some((path) => {
    const sha = there.entries.get(path)?.sha
    return sha !== undefined && sha !== seen.entries.get(path)?.sha
  })
}

/** The branch has the commit. */
async function finish(work: Work, commit: string): Promise<Pushed> {
  const { host, operation, journal } = work
  const { sides, plan, expected, message } = await planOf(journal.current)
  const { comparison } = journal.current
  await journal.write('settling', { commits: [commit] })
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

type Planned = Awaited<ReturnType<typeof planOf>>

function countsOf({ remote }: Planned['sides'], { edits }: Planned['plan']): Pushed['counts'] {
  const counts = { added: 0, changed: 0, deleted: 0 }
  for (const [path, after] of edits) {
    if (!after) counts.deleted += 1
    else if (remote.entries.has(path)) counts.changed += 1
    else counts.added += 1
  }
  return counts
}

/**
 * The project's differences from the new commit, for the next comparison. Postponed changes keep their earlier state, so that they are
 * proposed again.
 */
function nextBase(
  sides: Sides,
  postponed: ReadonlySet<string>,
  commit: string,
  { entries }: Pick<Listing, 'entries'>,
): NonNullable<Base> {
  const { ancestor, remote } = sides
  const before = (path: string): string | null => {
    const differs = ancestor?.differs.get(path)
    if (differs !== undefined) return differs
    return (ancestor?.listing ?? remote).entries.get(path)?.sha ?? null
  }
  const differs = new Map<string, string | null>()
  for (const path of new Set([...sides.entries.keys(), ...entries.keys()])) {
    const here = postponed.has(path) ? before(path) : (sides.entries.get(path)?.sha ?? null)
    const there = entries.get(path)?.sha ?? null
    // A selected env file is in the project too.
    const isEnvSent = there !== null && sides.envEntries.get(path)?.sha === there
    if (here !== there && !isEnvSent) differs.set(path, here)
  }
  return { commit, differs: Object.fromEntries(differs) }
}
