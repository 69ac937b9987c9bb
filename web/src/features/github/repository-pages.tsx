import { Pagination } from '@app/ui/pagination.tsx'
import { Link, useSearchParams } from 'react-router'
import { useTranslation } from '#i18n/language-provider.tsx'

/** GitHub does not say how many there are, only whether there are more. */
export function RepositoryPages({ page, hasNext }: { page: number; hasNext: boolean }) {
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
