import { isNoAnswer, SyncError } from '#errors/sync-error.ts'
import { repositoryPath, type Target } from '#github/target.ts'
import { type Answer, messageOf } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import { type Operation, openOperation, type Watching } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'
import { commitMessage } from '#objects/commit-message.ts'
import { type PullRequest, pullRequestIn } from './pull-request.ts'
import { type PullRequestDraft, pullRequestTitle } from './pull-request-text.ts'
import { factsOf } from './read-lines.ts'
import { isOpen, listPullRequests } from './read-pull-request.ts'

/** The branch with the changes, and its pushed commit. */
type Pushed = { target: Target; commit: string }

const RETRY_MS = [500, 1000, 2000]

/**
 * Opens a pull request from a pushed branch. Reuses an existing one, even if merged or closed since, so that lost answers or reloads create
 * no duplicate.
 */
export async function openPullRequest(
  host: Host,
  pushed: Pushed,
  draft: PullRequestDraft,
  watching: Watching = {},
): Promise<PullRequest> {
  const operation = openOperation(watching)
  for (const delay of [...RETRY_MS, null]) {
    const there = await ifAnswered(findOwn(host, operation, pushed, draft.base))
    if (there) return there
    // Created only after reading the list, to avoid a duplicate.
    const answer =
      there === null ? await ifAnswered(send(host, operation, pushed.target, draft)) : undefined
    if (answer?.status === 201) return pullRequestIn(answer.body)
    if (answer && !isThereAlready(answer)) throw refused(answer, pushed.target, draft)
    if (delay !== null) await host.wait(delay, operation.signal)
    operation.throwIfCancelled()
  }
  throw new SyncError('pull_request_unanswered', factsOf(pushed.target))
}

/** Null if there is none. A branch may have had others from other commits. */
async function findOwn(
  host: Host,
  operation: Operation,
  { target, commit }: Pushed,
  base: string,
): Promise<PullRequest | null> {
  const found = (await listPullRequests(host, operation, target)).filter(
    (pull) => pull.base === base,
  )

  return found.find(isOpen) ?? found.find(({ headCommit }) => headCommit === commit) ?? null
}

/** Undefined without an answer. */
const ifAnswered = <Value>(asking: Promise<Value>): Promise<Value | undefined> =>
  asking.catch((error: unknown) => {
    if (isNoAnswer(error)) return undefined
    throw error
  })

const send = (
  host: Host,
  operation: Operation,
  target: Target,
  { base, title, body, isDraft }: PullRequestDraft,
): Promise<Answer> =>
  host.call(operation, {
    method: 'POST',
    path: `${repositoryPath(target)}/pulls`,
    json: {
      title: pullRequestTitle(title),
      head: target.branch,
      base,
      body: commitMessage(body),
      ...(isDraft && { draft: true }),
    },
    isFinal: true,
  })

/** Somebody else opened it, or the answer to our first attempt was lost. */
const isThereAlready = (answer: Answer): boolean =>
  answer.status === 422 && /pull request already exists/i.test(messageOf(answer))

function refused(answer: Answer, target: Target, { base }: PullRequestDraft): SyncError {
  const message = messageOf(answer)
  const facts = { ...factsOf(target), branch: target.branch, base }
  switch (answer.status) {
    case 403:
      if (/archived|SAML|SSO|OAuth App access restrictions|IP allow list/i.test(message)) {
        return refusalOf(answer, target, true)
      }
      return new SyncError('pull_request_denied', facts)
    case 404:
      return new SyncError('pull_request_denied', facts)
    case 422:
      return unprocessable(message, facts)
    default:
      return refusalOf(answer, target, true)
  }
}

type RefusalFacts = { branch: string; base: string; repo: string }

function unprocessable(message: string, facts: RefusalFacts): SyncError {
  if (/draft pull requests are not supported/i.test(message)) {
    return new SyncError('draft_unsupported', facts)
  }
  if (/no commits between|no history in common/i.test(message)) {
    return new SyncError('pull_request_empty', facts)
  }
  if (/"field":"base"/.test(message)) return new SyncError('branch_missing', { branch: facts.base })
  if (/"field":"head"/.test(message)) return new SyncError('branch_missing', facts)

  return new SyncError('pull_request_refused', { ...facts, said: message.trim().slice(0, 1000) })
}
