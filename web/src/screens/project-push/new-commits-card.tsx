import type { SyncState } from '@app/contract/sync-state'
import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import { userMessage } from '#api/errors/user-message.ts'
import type { GithubCommit } from '#api/github/github-calls.ts'
import { githubMessage } from '#api/github/github-message.ts'
import type { NewCommits } from '#api/github/new-commits.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { compareAddress } from '#features/sync-state/shown-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = {
  target: { branch: string }
  state: UseQueryResult<SyncState | null, unknown>
  commits: UseQueryResult<NewCommits, unknown>
}

/** The commits that would come into the project, newest first. */
export function NewCommitsCard({ target, state, commits }: Props) {
  const { t } = useTranslation()
  const { webUrl } = usePublicConfig().github
  const compare = state.data ? compareAddress(webUrl, state.data) : null
  const count = commits.data?.commits.length ?? 0

  return (
    <Card
      title={t('project.pull.commits')}
      {...(count > 0 && { lead: t('project.pull.count', { count }) })}
      action={
        count > 0 &&
        compare && (
          <a
            href={compare}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-7 items-center gap-1.5 text-sm font-medium text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            {t('project.pull.compare')}
            <ExternalLink aria-hidden="true" className="size-3.5" />
          </a>
        )
      }
    >
      <Content branch={target.branch} state={state} commits={commits} />
    </Card>
  )
}

function Content({ branch, state, commits }: Omit<Props, 'target'> & { branch: string }) {
  const { t } = useTranslation()

  if (state.isError || commits.isError) {
    return (
      <LoadFailed
        title={t('project.pull.failed')}
        text={
          state.isError
            ? userMessage(t, state.error, 'errors.tryAgain')
            : githubMessage(t, commits.error)
        }
        retryText={t('errorPage.tryAgain')}
        onRetry={state.isError ? state.refetch : commits.refetch}
      />
    )
  }
  // A project without a state has no link, so nothing is loaded.
  if (!commits.data && state.data !== null) {
    return [1, 2].map((row) => <Skeleton key={row} className="mb-3 h-11 w-full last:mb-0" />)
  }
  if (!commits.data || commits.data.commits.length === 0) {
    return (
      <EmptyState title={t('project.pull.none')} text={t('project.pull.noneText', { branch })} />
    )
  }
  return (
    <>
      <ul className="-my-3 divide-y divide-line">
        {commits.data.commits.map((commit) => (
          <Row key={commit.sha} commit={commit} />
        ))}
      </ul>
      {commits.data.hasMore && (
        <p className="mt-4 text-sm text-ink-soft">{t('project.pull.more')}</p>
      )}
    </>
  )
}

function Row({ commit: { sha, html_url, commit } }: { commit: GithubCommit }) {
  const { t } = useTranslation()

  return (
    <li className="grid gap-0.5 py-3">
      <p className="font-medium break-words">{commit.message.split('\n', 1)[0]}</p>
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-ink-soft">
        {commit.author && (
          <>
            <span className="break-words">{commit.author.name}</span>
            <TimeAgo at={commit.author.date} />
          </>
        )}
        <a
          href={html_url}
          target="_blank"
          rel="noreferrer"
          aria-label={t('project.pull.commit', { sha: sha.slice(0, 7) })}
          className="inline-flex items-center font-mono text-xs font-medium text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
        >
          {sha.slice(0, 7)}
        </a>
      </p>
    </li>
  )
}
