import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { NoResults } from '@app/ui/no-results.tsx'
import { Pagination } from '@app/ui/pagination.tsx'
import { SearchField } from '@app/ui/search-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { githubMessage } from '#api/github/github-message.ts'
import { repositoriesQuery, repositorySearchQuery } from '#api/github/github-queries.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { RepositoryList, RepositorySkeleton } from './repository-list.tsx'

/** All repositories in pages, or search results. The URL contains the page and the search. */
export function RepositoriesCard({ username }: { username: string }) {
  const { t } = useTranslation()
  const [parameters, setParameters] = useSearchParams()
  const words = parameters.get('q') ?? ''
  const search = (next: string) =>
    setParameters(
      (address) => {
        address.delete('page')
        if (next) address.set('q', next)
        else address.delete('q')
        return address
      },
      { replace: true },
    )

  return (
    <Card title={t('github.repositories.title')} lead={t('github.repositories.lead')}>
      <div className="grid gap-5">
        <SearchField label={t('github.repositories.search')} value={words} onSearch={search} />
        {words ? (
          <Found words={words} username={username} onClear={() => search('')} />
        ) : (
          <Page page={Math.max(1, Number.parseInt(parameters.get('page') ?? '1', 10) || 1)} />
        )}
      </div>
    </Card>
  )
}

function Page({ page }: { page: number }) {
  const { t } = useTranslation()
  const repositories = useQuery(repositoriesQuery(page))

  if (repositories.isPending) return <RepositorySkeleton />
  if (repositories.isError) return <Failed {...repositories} />
  if (repositories.data.repositories.length === 0) {
    return (
      <EmptyState
        title={t('github.repositories.empty')}
        text={t('github.repositories.emptyText')}
      />
    )
  }

  return (
    <>
      <RepositoryList repositories={repositories.data.repositories} />
      <RepositoryPages page={page} hasNext={repositories.data.hasNext} />
    </>
  )
}

function Found(props: { words: string; username: string; onClear: () => void }) {
  const { t } = useTranslation()
  const found = useQuery(repositorySearchQuery(props.words))

  if (found.isPending) return <RepositorySkeleton />
  if (found.isError) return <Failed {...found} />
  if (found.data.length > 0) return <RepositoryList repositories={found.data} />

  return (
    <NoResults
      title={t('github.repositories.noResults')}
      text={t('github.repositories.noResultsText', {
        query: props.words,
        username: props.username,
      })}
      clearText={t('github.repositories.clear')}
      onClear={props.onClear}
    />
  )
}

function Failed({ error, refetch }: { error: unknown; refetch: () => unknown }) {
  const { t } = useTranslation()

  return (
    <LoadFailed
      title={t('github.repositories.failed')}
      text={githubMessage(t, error)}
      retryText={t('errorPage.tryAgain')}
      onRetry={refetch}
    />
  )
}

/** GitHub reports no total, only whether more exist. */
function RepositoryPages({ page, hasNext }: { page: number; hasNext: boolean }) {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  if (page === 1 && !hasNext) return null

  const to = (target: number) => {
    const address = new URLSearchParams(parameters)
    address.set('page', String(target))
    return <Link to={`?${address}`} />
  }

  return (
    <Pagination
      label={t('github.repositories.pages')}
      summary={t('github.repositories.page', { page })}
      previousText={t('github.repositories.previous')}
      nextText={t('github.repositories.next')}
      previous={page > 1 ? to(page - 1) : null}
      next={hasNext ? to(page + 1) : null}
    />
  )
}
