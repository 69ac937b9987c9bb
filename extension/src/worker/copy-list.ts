import { SyncError } from '@app/sync/sync-error'
import { local, type OwnCopy } from '#store/storage.ts'
import { isYounger } from './clock-rules.ts'

// The temporary copies of this browser; listed ones may still exist at GitHub.

export const readOwnCopy = async (id: string): Promise<OwnCopy | null> =>
  (await local.read('copies'))[id] ?? null

export async function runningOwnCopy(): Promise<string | null> {
  const found = Object.values(await local.read('copies')).find(
    ({ status }) => !['deleting', 'deleted', 'failed'].includes(status),
  )
  return found?.id ?? null
}

export async function requiredCopy(id: string): Promise<OwnCopy> {
  const copy = await readOwnCopy(id)
  if (!copy) throw new SyncError('cancelled')
  return copy
}

export const changeCopy = (id: string, part: Partial<OwnCopy>) =>
  local.change('copies', (all) => {
    const copy = all[id]
    return copy ? { ...all, [id]: { ...copy, ...part } } : all
  })

/** A starting browser retries its whole list at once. */
export async function forgetFailedDeletions(): Promise<void> {
  await local.change('copies', (all) =>
    Object.fromEntries(
      Object.entries(all).map(([id, copy]) => [id, { ...copy, tryAgainAt: null }]),
    ),
  )
}

const KEPT_MS = 24 * 60 * 60_000

/** Deleted copies are shown for a day. */
export const forgetOldCopies = () =>
  local.change('copies', (all) =>
    Object.fromEntries(
      Object.entries(all).filter(
        ([, { deleted_at: at }]) => at === null || isYounger(Date.parse(at), KEPT_MS, Date.now()),
      ),
    ),
  )
