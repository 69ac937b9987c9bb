import type { Comparison } from '@app/sync/comparison'
import type { Contents } from '@app/sync/contents'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useFocusAfter } from '#focus/use-focus-after.ts'
import { OutLink } from '#links/out-link.tsx'
import { useLoaded } from '#loading/use-loaded.ts'
import type { Review } from '#service/push-state.ts'
import { repoOf } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

/** Downloaded on demand, because most reviews end with a push. */
const PullSteps = lazy(async () => ({ default: (await import('./pull-steps.tsx')).PullSteps }))

export type Direction = 'push' | 'pull'

type Props = {
  review: Review
  /** Shows what comes before what goes, where anything comes. */
  isFirst: boolean
  onDirection?: (direction: Direction) => void
  onCompareAgain: () => void
  /** The review of the push. */
  children: ReactNode
}

/** The review of a push; if the member wants GitHub's changes, the pull. */
export function BringBack({ review, isFirst, onDirection, onCompareAgain, children }: Props) {
  const { t } = usePanelTexts()
  const { project, pushing } = useSurroundings()
  const { comparison } = review
  const found = useLoaded(project.intake ? comparison.digest : null, () =>
    findIncoming(comparison, pushing.contentOf),
  )
  const [chosen, setChosen] = useState<Direction | null>(null)
  const incoming = found.state === 'loaded' ? found.data : null
  const hasIncoming = incoming !== null && (incoming.count > 0 || incoming.isUnsettled)
  const direction = chosen ?? (isFirst && hasIncoming ? 'pull' : 'push')
  const place = useFocusAfter(direction)
  useEffect(() => {
    onDirection?.(direction)
  }, [direction, onDirection])

  return (
    <div ref={place} tabIndex={-1} className="grid gap-5 outline-none">
      {isFirst && project.intake && found.state === 'loading' ? (
        <p role="status">{t('diffs.loading')}</p>
      ) : direction === 'pull' ? (
        <Suspense>
          <PullSteps
            review={review}
            onBack={isFirst ? null : () => setChosen('push')}
            onCompareAgain={onCompareAgain}
          />
        </Suspense>
      ) : (
        <>
          {isFirst && incoming && <NothingIncoming review={review} incoming={incoming} />}
          {hasIncoming && (
            <IncomingNotice
              count={incoming.count}
              isUnsettled={incoming.isUnsettled}
              branch={comparison.target.branch}
              onPull={() => setChosen('pull')}
            />
          )}
          {(!isFirst || incoming?.canPull) && children}
        </>
      )}
    </div>
  )
}

type Incoming = { count: number; isUnsettled: boolean; canPull: boolean }

/** Why a page for the pull shows none. */
function NothingIncoming({ review, incoming }: { review: Review; incoming: Incoming }) {
  const { t } = usePanelTexts()
  const { githubUrl } = useSurroundings()
  const { target, changes } = review.comparison
  const repo = repoOf(target)
  const branch = target.branch.split('/').map(encodeURIComponent).join('/')

  if (!incoming.canPull) {
    return (
      <Notice tone="notice">
        <p>{t('pull.unknown', { branch: target.branch })}</p>
        <div className="mt-2">
          <OutLink href={`${githubUrl}/${repo}/tree/${branch}`} text={t('panels.openOnGithub')} />
        </div>
      </Notice>
    )
  }
  return (
    incoming.count === 0 &&
    changes.length > 0 && (
      <Notice tone="positive">{t('pull.settled', { repo, branch: target.branch })}</Notice>
    )
  )
}

type NoticeProps = Pick<Incoming, 'count' | 'isUnsettled'> & { branch: string; onPull: () => void }

function IncomingNotice({ count, branch, onPull }: NoticeProps) {
  const { t } = usePanelTexts()

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
async function findIncoming(comparison: Comparison, contents: Contents): Promise<Incoming> {
  const { canPull, planPull } = await import('@app/sync/plan-pull')
  const { incoming, conflicts } = await planPull(comparison, contents)
  const { changes, options, start } = comparison

  return {
    count: incoming.length + conflicts.length,
    canPull: canPull(comparison),
    // A pull interrupted after writing, or the same edit on both sides.
    isUnsettled:
      canPull(comparison) && changes.length === 0 && options.base?.commit !== start.commit,
  }
}
