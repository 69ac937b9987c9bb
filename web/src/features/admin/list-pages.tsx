import { Pagination } from '@app/ui/pagination.tsx'
import { Link } from 'react-router'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Counting further would cost more than anybody learns from it. */
export const COUNT_LIMIT = 10_000

type Props = {
  /** Of the whole list; undefined until it is known. */
  count: number | undefined
  /** Addresses; null at either end. */
  first: string | null
  next: string | null
}

/** The next page begins after a cursor, so there are no numbers: the browser's Back leads to the page before. */
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
