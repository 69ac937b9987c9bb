import type { Comparison } from '@app/sync/comparison'
import type { Contents } from '@app/sync/contents'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useFocusAfter } from '#focus/use-focus-after.ts'
import { useLoaded } from '#loading/use-loaded.ts'
import type { Review } from '#service/push-state.ts'
import { useSurroundings } from '#surroundings.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

/** Downloaded on demand, because most reviews end with a push. */
const PullSteps = lazy(async () => ({ default: (await import('./pull-steps.tsx')).PullSteps }))

type Props = {
  review: Review
  onCompareAgain: () => void
  /** The review of the push. */
  children: ReactNode
}

/** The review of a push; if the member wants GitHub's changes, the pull. */
export function BringBack({ review, onCompareAgain, children }: Props) {
  const [isPulling, setPulling] = useState(false)
  const place = useFocusAfter(isPulling ? 'pull' : 'push')

  return (
    <div ref={place} tabIndex={-1} className="grid gap-5 outline-none">
      {isPulling ? (
        <Suspense>
          <PullSteps
            review={review}
            onBack={() => setPulling(false)}
            onCompareAgain={onCompareAgain}
          />
        </Suspense>
      ) : (
        <>
          <IncomingNotice review={review} onPull={() => setPulling(true)} />
          {children}
        </>
      )}
    </div>
  )
}

function IncomingNotice({ review, onPull }: { review: Review; onPull: () => void }) {
  const { t } = usePanelTexts()
  const { project, pushing } = useSurroundings()
  const { comparison } = review
  const found = useLoaded(comparison.digest, () => findIncoming(comparison, pushing.contentOf))
  if (found.state !== 'loaded' || !project.intake) return null
  const { count, isUnsettled } = found.data
  if (count === 0 && !isUnsettled) return null
  const { branch } = comparison.target

  return (
    <Notice tone="notice">
      <p>{count > 0 ? t('pull.incoming', { count, branch }) : t('pull.unsettled', { branch })}</p>
      <div className="mt-2">
        <Button variant="secondary" size="sm" onClick={onPull}>
          {t(count > 0 ? 'pull.start' : 'pull.settle')}
        </Button>
      </div>
    </Notice>
  )
}

/** Downloaded with the first review, so that the page does not wait for it. */
async function findIncoming(comparison: Comparison, contents: Contents) {
  const { canPull, planPull } = await import('@app/sync/plan-pull')
  const { incoming, conflicts } = await planPull(comparison, contents)
  const { changes, options, start } = comparison

  return {
    count: incoming.length + conflicts.length,
    // A pull interrupted after writing, or the same edit on both sides.
    isUnsettled:
      canPull(comparison) && changes.length === 0 && options.base?.commit !== start.commit,
  }
}
