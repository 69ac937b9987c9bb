import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'

type Page = { items: unknown[]; next: string | null; count: number; isCapped: boolean }

/** One page of a list, however it was asked for. */
export type ListPage<Row> = {
  rows: UseQueryResult<Row[]>
  /** Of the whole list; undefined until it is known. One more than is counted to means "and more". */
  count: number | undefined
  /** The cursor that the next page begins after; null at the end. */
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
