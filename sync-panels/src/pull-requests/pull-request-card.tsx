import { followMerge } from '@app/sync/follow-merge'
import type { PullRequest } from '@app/sync/pull-request'
import type { PullRequestStatus } from '@app/sync/read-pull-request'
import type { Target } from '@app/sync/target'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { useAction } from '@app/ui/use-action.ts'
import type { ComponentProps } from 'react'
import { OutLink } from '#links/out-link.tsx'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { type PanelKey, usePanelTexts } from '#words/use-panel-texts.ts'
import { CheckList } from './check-list.tsx'
import { usePullRequest } from './use-pull-request.ts'

type Props = { target: Target; pull: PullRequest; onFollowed: (base: string) => void }

const TONES: Record<PullRequest['state'], NonNullable<ComponentProps<typeof Badge>['tone']>> = {
  open: 'positive',
  draft: 'plain',
  merged: 'accent',
  closed: 'danger',
}

const STATES = {
  open: 'pullRequests.states.open',
  draft: 'pullRequests.states.draft',
  merged: 'pullRequests.states.merged',
  closed: 'pullRequests.states.closed',
} as const satisfies Record<PullRequest['state'], PanelKey>

const WAYS = {
  merge: 'pullRequests.ways.merge',
  squash: 'pullRequests.ways.squash',
  rebase: 'pullRequests.ways.rebase',
} as const satisfies Record<NonNullable<PullRequestStatus['way']>, PanelKey>

/** A pull request with its current checks and reviews. */
export function PullRequestCard({ target, pull: found, onFollowed }: Props) {
  const { t } = usePanelTexts()
  const { status, error, lookNow } = usePullRequest(target, found.number)
  const pull = status?.pull ?? found
  const { number, title, state, head, base } = pull
  const isOpen = state === 'open' || state === 'draft'

  return (
    <section
      aria-label={t('pullRequests.name', { number })}
      className="grid gap-3 rounded-md border border-line p-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="min-w-0">
          <h3 className="font-semibold break-words">
            {title} <span className="font-normal text-ink-soft">{`#${number}`}</span>
          </h3>
          <p className="text-sm break-words text-ink-soft">
            {t('pullRequests.branches', { head, base })}
          </p>
        </div>
        <Badge tone={TONES[state]}>{t(STATES[state])}</Badge>
      </div>
      {/* Announced politely on change. */}
      <div role="status" className="grid gap-2 text-sm empty:hidden">
        {status && isOpen && (
          <>
            <CheckList checks={status.checks} />
            <Reviews reviews={status.reviews} />
          </>
        )}
        {status?.way && <p>{t(WAYS[status.way], { base })}</p>}
      </div>
      {error !== null && <SyncTrouble error={error} onRetry={lookNow} />}
      {state === 'merged' && <MergedNotice target={target} pull={pull} onFollowed={onFollowed} />}
      <div>
        <OutLink href={pull.url} text={t('pullRequests.show', { number })} />
      </div>
    </section>
  )
}

function Reviews({ reviews }: Pick<PullRequestStatus, 'reviews'>) {
  const { t } = usePanelTexts()
  const { state, approvedBy, changesRequestedBy } = reviews

  if (state === 'waiting') return <p>{t('pullRequests.notReviewed')}</p>
  return (
    <>
      {changesRequestedBy.length > 0 && (
        <p>{t('pullRequests.changesRequested', { names: changesRequestedBy.join(', ') })}</p>
      )}
      {approvedBy.length > 0 && (
        <p>{t('pullRequests.approved', { names: approvedBy.join(', ') })}</p>
      )}
    </>
  )
}

type NoticeProps = { target: Target; pull: PullRequest; onFollowed: (base: string) => void }

/** The merged branch is no longer needed: one action returns the project to the base branch. */
function MergedNotice({ target, pull, onFollowed }: NoticeProps) {
  const { t } = usePanelTexts()
  const { host, bases, project } = useSurroundings()
  const { run, running, failure } = useAction<'follow'>()
  const { head, base } = pull

  const follow = () =>
    run('follow', async () => {
      const followed = await followMerge(host, target, { pull, base: await bases.read(target) })
      // Written before the link: a branch without its base would make the next review a first one.
      if (followed.base) await bases.write(followed.target, followed.base)
      await project.link(followed.target)
      onFollowed(base)
    })

  return (
    <div className="grid gap-3">
      <p className="text-sm break-words">{t('pullRequests.merged', { head, base })}</p>
      {failure && <SyncTrouble error={failure.error} onRetry={follow} />}
      <div>
        <Button size="sm" isBusy={running === 'follow'} onClick={follow}>
          {t('pullRequests.follow', { base })}
        </Button>
      </div>
    </div>
  )
}
