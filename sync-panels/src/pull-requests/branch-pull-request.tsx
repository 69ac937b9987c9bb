import type { PullRequest } from '@app/sync/pull-request'
import type { Target } from '@app/sync/target'
import { Notice } from '@app/ui/notice.tsx'
import { lazy, Suspense, useState } from 'react'
import { usePanelTexts } from '#words/use-panel-texts.ts'

/** Few projects have one, so it is downloaded on demand. */
const FoundPullRequest = lazy(() =>
  import('./found-pull-request.tsx').then((module) => ({ default: module.FoundPullRequest })),
)

/** Usual base branches. A request to GitHub at each visit would cost too much. */
const USUAL_BASES = ['main', 'master']

type Props = {
  target: Target
  /** One that was just opened; otherwise GitHub is queried. */
  opened?: PullRequest
}

/** The pull request of the project's branch, if there is one. */
export function BranchPullRequest({ target, opened }: Props) {
  const { t } = usePanelTexts()
  const [followed, setFollowed] = useState<string | null>(null)

  if (followed !== null) {
    return <Notice tone="positive">{t('pullRequests.followed', { base: followed })}</Notice>
  }
  if (!opened && USUAL_BASES.includes(target.branch)) return null
  return (
    <Suspense fallback={null}>
      <FoundPullRequest target={target} opened={opened ?? null} onFollowed={setFollowed} />
    </Suspense>
  )
}
