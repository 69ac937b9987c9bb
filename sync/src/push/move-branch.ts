import { isNoAnswer, SyncError } from '#errors/sync-error.ts'
import { compareCommits } from '#github/compare-commits.ts'
import { readRef } from '#github/read-head.ts'
import { refPath, repositoryPath, type Target } from '#github/target.ts'
import { type Answer, messageOf, valueAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'

type Move = {
  target: Target
  commit: string
  head: string
  isNew: boolean
  /** The commit existed before, so finding it on a branch proves nothing. */
  isOld?: boolean
}

const RETRY_MS = [500, 1000, 2000]

/**
 * The only visible step: moves the branch to the commit, never by force. Returns false if somebody else moved it first. It cannot be
 * cancelled once sent; if the answer is lost, the branch is read.
 */
export async function moveBranch(host: Host, operation: Operation, move: Move): Promise<boolean> {
  operation.throwIfCancelled()
  for (const delay of [...RETRY_MS, null]) {
    const answer = await sendMove(host, operation, move)
    if (answer && isAccepted(answer)) {
      // A success with another commit is not the answer to this request.
      if (valueAt(answer.body, 'object', 'sha') === move.commit) return true
    } else if (answer && !isUnclear(answer) && !isRace(answer) && !isNotKnownYet(answer)) {
      throw refusalOf(answer, move.target, true)
    }
    // The answer to our first attempt may be lost, and somebody may have pushed on top.
    const at = await whereIs(host, operation, move.target)
    const isDone = move.isOld
      ? at === move.commit
      : await isLanded(host, operation, { ...move, at })
    if (isDone) return true
    if (at !== (move.isNew ? null : move.head) || (answer && isRace(answer))) return false
    if (delay !== null) await host.wait(delay)
  }
  throw new SyncError('github_unavailable', { branch: move.target.branch })
}

/** Null without an answer. */
async function sendMove(host: Host, operation: Operation, move: Move): Promise<Answer | null> {
  const { target, commit, isNew } = move
  try {
    return await host.call(
      operation,
      isNew
        ? {
            method: 'POST',
            path: `${repositoryPath(target)}/git/refs`,
            json: { ref: `refs/heads/${target.branch}`, sha: commit },
            isFinal: true,
          }
        : {
            method: 'PATCH',
            path: refPath(target, 'refs'),
            json: { sha: commit, force: false },
            isFinal: true,
          },
    )
  } catch (error) {
    if (isNoAnswer(error)) return null
    throw error
  }
}

/** Whether the branch, currently at `at`, contains this commit. */
export async function isLanded(
  host: Host,
  operation: Operation,
  { target, commit, head, at }: Pick<Move, 'target' | 'commit' | 'head'> & { at: string | null },
): Promise<boolean> {
  if (at === commit) return true
  if (at === null || at === 'empty' || at === head) return false
  const standing = await compareCommits(host, operation, target, { base: commit, head: at })

  return standing === 'ahead' || standing === 'identical'
}

/** Not cancellable, because the branch may have moved. */
export async function whereIs(
  host: Host,
  operation: Operation,
  target: Target,
): Promise<string | null> {
  for (const delay of [...RETRY_MS, null]) {
    try {
      return await readRef(host, operation, target, true)
    } catch (error) {
      if (!isNoAnswer(error)) throw error
    }
    if (delay !== null) await host.wait(delay)
  }
  // Whether the commit arrived is unknown; the next comparison will show it.
  throw new SyncError('github_unavailable', { branch: target.branch, outcome: 'unknown' })
}

/** GitHub explains refusals; a truncated answer has no explanation. */
const isUnclear = (answer: Answer): boolean => messageOf(answer).trim() === ''

const isAccepted = ({ status }: Answer): boolean => status === 200 || status === 201

/** A new commit is not immediately on all of GitHub's servers. */
const isNotKnownYet = (answer: Answer): boolean =>
  answer.status === 422 && /Object does not exist/i.test(messageOf(answer))

const isRace = (answer: Answer): boolean =>
  answer.status === 422 && /fast forward|Reference already exists/i.test(messageOf(answer))
