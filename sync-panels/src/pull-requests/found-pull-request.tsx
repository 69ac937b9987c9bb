import type { PullRequest } from '@app/sync/pull-request'
import { findPullRequest } from '@app/sync/read-pull-request'
import { SyncError, type SyncErrorCode } from '@app/sync/sync-error'
import type { Target } from '@app/sync/target'
import { useLoaded } from '#loading/use-loaded.ts'
import { repoOf } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { PullRequestCard } from './pull-request-card.tsx'

type Props = {
  target: Target
  opened: PullRequest | null
  onFollowed: (base: string) => void
}

export function FoundPullRequest({ target, opened, onFollowed }: Props) {
  const { host } = useSurroundings()
  const key = opened ? null : `${repoOf(target)} ${target.branch}`
  const found = useLoaded(key, (signal) => findPullRequest(host, target, { signal }))
  const pull = opened ?? (found.state === 'loaded' ? found.data : null)

  if (!opened && found.state === 'failed' && !isUnseen(found.error)) {
    return <SyncTrouble error={found.error} onRetry={found.reload} />
  }
  return pull && <PullRequestCard target={target} pull={pull} onFollowed={onFollowed} />
}

const UNSEEN: readonly SyncErrorCode[] = ['pull_request_denied', 'repository_missing']

/** Nobody requested it here, so a missing permission is not shown. */
const isUnseen = (error: unknown): boolean =>
  error instanceof SyncError && UNSEEN.includes(error.code)
