import { isNoAnswer, SyncError } from '#errors/sync-error.ts'
import { readRepository } from '#github/read-head.ts'
import type { Work } from './attempt.ts'

/** Answers to a write that may also mean a deleted, renamed or archived repository. */
const UNCLEAR: readonly string[] = ['no_write_access', 'workflow_denied', 'repository_moved']

/** Adds the true reason and the remains of a push to its failure. */
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

/** Reading the repository reveals more than a refused write. */
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

/** What is visible on GitHub despite the failure: a new repository, or an empty one's first file. */
function isBegun({ journal }: Work, error: SyncError): boolean {
  const { step, comparison, firstCommit } = journal.current
  const isFirstLost = (step === 'creating' || step === 'starting_empty') && isNoAnswer(error)

  return isFirstLost || firstCommit !== null || comparison.options.created !== undefined
}
