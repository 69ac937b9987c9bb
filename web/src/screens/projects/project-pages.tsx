import { Pagination } from '@app/ui/pagination.tsx'
import { Link } from 'react-router'
import { PAGE_SIZE, rangeOf } from '#api/projects/project-list.ts'
import { type ListView, writeView } from '#features/linked-projects/list-view.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function ProjectPages({ view, total }: { view: ListView; total: number }) {
  const { t, number } = useTranslation()
  const [first, last] = rangeOf(view.page)
  const to = (page: number) => <Link to={writeView(view, { page })} />
  if (total <= PAGE_SIZE) return null

  return (
    <Pagination
      label={t('projects.pages.label')}
      summary={t('projects.pages.summary', {
        from: number(first + 1),
        to: number(Math.min(last + 1, total)),
        total: number(total),
      })}
      previousText={t('projects.pages.previous')}
      nextText={t('projects.pages.next')}
      previous={view.page > 1 ? to(view.page - 1) : null}
      next={last + 1 < total ? to(view.page + 1) : null}
    />
  )
}
