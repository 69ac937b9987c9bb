import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import { NotConnected } from '#api/github/github-error.ts'
import { githubMessage } from '#api/github/github-message.ts'
import { recentCommitsQuery } from '#api/github/github-queries.ts'
import type { RecentCommit } from '#api/github/recent-commits.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

const PLACES = [1, 2, 3, 4, 5]

/** Nothing while GitHub is not connected: the list of projects says so, and offers to connect. */
export function RecentCommitsCard() {
  const { t } = useTranslation()
  const { error } = useQuery(recentCommitsQuery)
  if (error instanceof NotConnected) return null

  return (
    <Card title={t('github.commits.title')} lead={t('github.commits.lead')}>
      <Commits />
    </Card>
  )
}

function Commits() {
  const { t } = useTranslation()
  const recent = useQuery(recentCommitsQuery)

  if (recent.isPending) {
    return PLACES.map((place) => <Skeleton key={place} className="my-3 h-11 w-full" />)
  }
  if (recent.isError) {
    return (
      <LoadFailed
        title={t('github.commits.failed')}
        text={githubMessage(t, recent.error)}
        retryText={t('errorPage.tryAgain')}
        onRetry={recent.refetch}
      />
    )
  }

  const { commits, failed } = recent.data
  return (
    <>
      {commits.length === 0 ? (
        <EmptyState title={t('github.commits.none')} text={t('github.commits.noneText')} />
      ) : (
        <ul className="-my-3 divide-y divide-line">
          {commits.map((commit) => (
            <Row key={commit.sha + commit.repository.full_name} commit={commit} />
          ))}
        </ul>
      )}
      {failed.map((repo) => (
        <p key={repo} className="mt-3 text-sm text-notice">
          {t('github.failed.commitsFrom', { repo })}
        </p>
      ))}
    </>
  )
}

function Row({ commit: { html_url, commit, repository } }: { commit: RecentCommit }) {
  return (
    <li className="py-3">
      <a
        href={html_url}
        className="block truncate font-medium underline-offset-4 hover:text-accent hover:underline"
      >
        {commit.message.split('\n', 1)[0]}
      </a>
      <p className="flex justify-between gap-4 text-sm text-ink-soft">
        <span className="truncate">{repository.name}</span>
        {commit.author && <TimeAgo at={commit.author.date} />}
      </p>
    </li>
  )
}
