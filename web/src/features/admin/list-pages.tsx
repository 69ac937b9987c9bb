import { Pagination } from '@app/ui/pagination.tsx'
import { Link } from 'react-router'
import { useTranslation } from '#i18n/language-provider.tsx'

/** An exact count beyond this is not worth its cost. */
export const COUNT_LIMIT = 10_000

type Props = {
  /** The whole list's count; undefined until loaded. */
  count: number | undefined
  /** URLs; null at either end. */
  first: string | null
  next: string | null
}

/** Pages start after a cursor, so they have no numbers: Back leads to the previous one. */
export function ListPages({ count, first, next }: Props) {
  const { t } = useTranslation()

  return (
    <Pagination
      label={t('admin.list.pages')}
      summary={count === undefined ? '' : countWords(t, count)}
      previousText={t('admin.list.first')}
      nextText={t('admin.list.next')}
      previous={first === null ? null : <Link to={first} />}
      next={next === null ? null : <Link to={next} />}
    />
  )
}

/** Exact up to the limit, then "10,000+". */
export function countWords(t: ReturnType<typeof useTranslation>['t'], count: number): string {
  return count > COUNT_LIMIT
    ? t('admin.list.countCapped', { count: COUNT_LIMIT })
    : t('admin.list.count', { count })
}
