import { SyncError } from '#errors/sync-error.ts'
import { factsOf, type RepositoryFacts } from '#github/read-head.ts'
import { repositoryPath } from '#github/target.ts'
import { type Answer, textAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import { type Operation, openOperation, type Watching } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'
import { isRepositoryName } from '#paths/repository-name.ts'
import { isNoAnswer } from '#push/move-branch.ts'

type NewRepository = {
  owner: string
  /** Decides where it is made: never the member's account in place of an organisation. */
  ownerKind: 'member' | 'organisation'
  name: string
  isPrivate?: boolean
  description?: string
}

const RETRY_MS = [500, 1000, 2000]
/** A repository this young, found after a lost answer, is the one that was asked for. */
const YOUNG_MS = 5 * 60_000

/** A repository with one commit of GitHub's own, which the first push replaces. Private, unless asked otherwise. */
export async function createRepository(
  host: Host,
  wanted: NewRepository,
  watching: Watching = {},
): Promise<RepositoryFacts> {
  const { owner, name } = wanted
  if (!isRepositoryName(name)) throw new SyncError('name_invalid', { owner, name })
  const operation = openOperation(watching)
  operation.throwIfCancelled()
  for (const delay of [...RETRY_MS, null]) {
    const answer = await send(host, operation, wanted)
    if (answer?.status === 201) return factsOf(answer.body)
    if (answer) throw creationRefusal(answer, wanted)
    const found = await findYoung(host, operation, wanted)
    if (found) return found
    if (delay !== null) await host.wait(delay, operation.signal)
  }
  throw new SyncError('github_unavailable')
}

/** Null if no answer came. */
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

async function findYoung(
  host: Host,
  operation: Operation,
  { owner, name }: NewRepository,
): Promise<RepositoryFacts | null> {
  const path = repositoryPath({ owner, name })
  const answer = await host.call(operation, { method: 'GET', path })
  if (answer.status !== 200) return null
  const theirNow = Date.parse(answer.header('date') ?? '') || host.now()
  const isYoung = theirNow - Date.parse(textAt(answer.body, 'created_at')) < YOUNG_MS
  if (!isYoung) throw new SyncError('name_taken', { owner, name })

  return factsOf(answer.body)
}

function creationRefusal(answer: Answer, { owner, name }: NewRepository): SyncError {
  const refusal = refusalOf(answer, { owner, name }, true)
  // An organisation that cannot be seen is one that the app has no access to.
  return answer.status === 404 ? new SyncError('app_not_installed', { owner }) : refusal
}
