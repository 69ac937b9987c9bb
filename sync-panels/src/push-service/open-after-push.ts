import type { Host } from '@app/sync/host'
import { openPullRequest } from '@app/sync/open-pull-request'
import { type Done, type Opening, plainError } from '#service/push-state.ts'

/** The result of the requested pull request; null if there is none. */
export async function openAfterPush(
  host: Host,
  { target, commit, opening }: Done,
  signal: AbortSignal,
): Promise<Opening | null> {
  if (opening?.step !== 'opening') return null
  const { draft } = opening
  try {
    const pull = await openPullRequest(host, { target, commit }, draft, { signal })
    return { step: 'opened', pull }
  } catch (error) {
    return { step: 'failed', draft, error: plainError(error) }
  }
}
