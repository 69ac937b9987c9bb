import { isNoAnswer, SyncError } from '#errors/sync-error.ts'
import { readRepository } from '#github/read-head.ts'
import type { Work } from './attempt.ts'

/** Answers to a write that also come when the repository was deleted, renamed or archived. */
const UNCLEAR: readonly string[] = ['no_write_access', 'workflow_denied', 'repository_moved']

/** A failure of a push with the true reason, and with what the push has left behind. */
export async function explainFailure(work: Work, error: unknown): Promise<unknown> {
  if (!(error instanceof SyncError)) return error
  const { step, comparison } = work.journal.current
  const isUnclear = UNCLEAR.includes(error.code) && step !== 'creating'
  const reason = isUnclear ? await reasonOf(work, error) : error
  if (!isBegun(work, reason)) return reason
  const { owner, name } = comparison.target
  const facts = { outcome: 'begun', repo: `${owner}/${name}`, ...reason.facts }

  return new SyncError(reason.code, facts, reason.retryAt)
}

/** The repository itself tells more than a refused write. */
async function reasonOf({ host, operation, journal }: Work, error: SyncError): Promise<SyncError> {
  const { owner, name } = journal.current.comparison.target
  try {
    const now = await readRepository(host, operation, { owner, name })
    const names = { old: `${owner}/${name}`, new: `${now.owner}/${now.name}` }
    if (names.old.toLowerCase() !== names.new.toLowerCase()) {
      return new SyncError('repository_moved', { ...error.facts, ...names })
    }
    return error.code === 'repository_moved' ? new SyncError('github_unavailable') : error
  } catch (found) {
    return found instanceof SyncError ? found : error
  }
}

/** What is visible on GitHub although the push failed: a repository that it made, or the first file of an empty one. */
function isBegun({ journal }: Work, error: SyncError): boolean {
  const { step, comparison, firstCommit } = journal.current
  const isFirstLost = (step === 'creating' || step === 'starting_empty') && isNoAnswer(error)

  return isFirstLost || firstCommit !== null || comparison.options.created !== undefined
}
