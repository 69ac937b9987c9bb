import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'

type Page = { items: unknown[]; next: string | null; count: number; isCapped: boolean }

/** One page of a list, for any query. */
export type ListPage<Row> = {
  rows: UseQueryResult<Row[]>
  /** The whole list's count; undefined until loaded. One more than the count limit means "and more". */
  count: number | undefined
  /** The cursor for the next page; null at the end. */
  next: string | null
}

export function useListPage<Reply extends Page, Key extends QueryKey>(
  query: UseQueryOptions<Reply, Error, Reply, Key>,
): ListPage<Reply['items'][number]> {
  const rows = useQuery({ ...query, select: ({ items }: Reply): Reply['items'] => items })
  const { data } = useQuery(query)

  return {
    rows,
    count: data && data.count + Number(data.isCapped),
    next: data?.next ?? null,
  }
}
