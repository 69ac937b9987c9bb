import { isNoAnswer, SyncError } from '#errors/sync-error.ts'
import { factsOf, type RepositoryFacts, readHead } from '#github/read-head.ts'
import { repositoryPath } from '#github/target.ts'
import { type Answer, messageOf, textAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import { type Operation, openOperation, type Watching } from '#host/operation.ts'
import { neededFor, refusalOf } from '#host/refusal.ts'
import { isRepositoryName } from '#paths/repository-name.ts'

export type NewRepository = {
  owner: string
  /** Prevents creation in the member's account in place of an organisation. */
  ownerKind: 'member' | 'organisation'
  name: string
  isPrivate?: boolean
  description?: string
}

const RETRY_MS = [500, 1000, 2000]
/** The tolerance between clocks and requests. */
const TOLERANCE_MS = 5 * 60_000

/** Creates a repository with one commit by GitHub, which the first push replaces. Private by default. */
export async function createRepository(
  host: Host,
  wanted: NewRepository,
  watching: Watching = {},
): Promise<RepositoryFacts> {
  return createIn(host, openOperation(watching), wanted, null)
}

/** `since`: the time of an earlier request, if the repository may already exist. */
export async function createIn(
  host: Host,
  operation: Operation,
  wanted: NewRepository,
  since: number | null,
): Promise<RepositoryFacts> {
  const { owner, name } = wanted
  if (!isRepositoryName(name)) throw new SyncError('name_invalid', { owner, name })
  operation.throwIfCancelled()
  const began = since ?? host.now()
  const before = since === null ? null : await findOwn(host, operation, wanted, began)
  if (before) return before
  let wasSent = since !== null
  for (const delay of [...RETRY_MS, null]) {
    const answer = await send(host, operation, wanted)
    if (answer?.status === 201) return factsOf(answer.body)
    if (answer && !(wasSent && isTaken(answer))) throw await creationRefusal(host, answer, wanted)
    wasSent = true
    const found = await findOwn(host, operation, wanted, began)
    if (found) return found
    if (delay !== null) await host.wait(delay, operation.signal)
  }
  throw new SyncError('github_unavailable')
}

const isTaken = (answer: Answer): boolean =>
  answer.status === 422 && /name already exists/i.test(messageOf(answer))

/** Null without an answer. */
async function send(
  host: Host,
  operation: Operation,
  { owner, ownerKind, name, isPrivate = true, description }: NewRepository,
): Promise<Answer | null> {
  try {
    return await host.call(operation, {
      method: 'POST',
      path: ownerKind === 'member' ? '/user/repos' : `/orgs/${encodeURIComponent(owner)}/repos`,
      json: { name, private: isPrivate, auto_init: true, ...(description && { description }) },
      isFinal: true,
    })
  } catch (error) {
    if (isNoAnswer(error)) return null
    throw error
  }
}

/**
 * Finds the repository of an earlier request whose answer was lost. It is ours if it is not older than that request and only contains
 * GitHub's first commit. Null if there is none.
 */
async function findOwn(
  host: Host,
  operation: Operation,
  { owner, name, isPrivate = true }: NewRepository,
  since: number,
): Promise<RepositoryFacts | null> {
  const path = repositoryPath({ owner, name })
  const answer = await host.call(operation, { method: 'GET', path })
  if (answer.status !== 200) return null
  const theirNow = Date.parse(answer.header('date') ?? '') || host.now()
  const age = theirNow - Date.parse(textAt(answer.body, 'created_at'))
  const facts = factsOf(answer.body)
  const isOurs =
    age <= host.now() - since + TOLERANCE_MS &&
    facts.isPrivate === isPrivate &&
    (await isUntouched(host, operation, facts))
  if (!isOurs) throw new SyncError('name_taken', { owner, name })

  return facts
}

/** One commit without a parent, or none yet, because branches appear after the repository. */
async function isUntouched(
  host: Host,
  operation: Operation,
  { owner, name, defaultBranch }: RepositoryFacts,
): Promise<boolean> {
  const head = await readHead(host, operation, { owner, name, branch: defaultBranch })

  return head === null || head.isFirst
}

async function creationRefusal(
  host: Host,
  answer: Answer,
  { owner, name }: NewRepository,
): Promise<SyncError> {
  if (answer.status !== 404) return refusalOf(answer, { owner, name }, true)
  // An invisible organisation is one that the app or token cannot access.
  return (await host.tokenKind()) === 'app'
    ? new SyncError('app_not_installed', { owner })
    : new SyncError('token_not_allowed', { owner, needed: neededFor(answer) })
}
