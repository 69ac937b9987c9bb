import { queryOptions } from '@tanstack/react-query'
import { dataApi, literalPattern } from './data-api.ts'
import { projectSearchKey } from './project-keys.ts'

export type NamedProject = { id: string; name: string }

const SHOWN = 8

/** Projects with the text anywhere in their name, in either case. */
export const foundProjectsQuery = (text: string) =>
  queryOptions({
    queryKey: [...projectSearchKey, 'text', text],
    queryFn: async (): Promise<NamedProject[]> => {
      const { data } = await dataApi()
        .from('projects')
        .select('id, name')
        .ilike('name', `%${literalPattern(text)}%`)
        .order('updated_at', { ascending: false })
        .limit(SHOWN)
        .throwOnError()

      return data
    },
    enabled: text !== '',
    staleTime: 30_000,
  })

export const namedProjectsQuery = (ids: string[]) =>
  queryOptions({
    queryKey: [...projectSearchKey, 'ids', ids],
    queryFn: async (): Promise<NamedProject[]> => {
      const { data } = await dataApi()
        .from('projects')
        .select('id, name')
        .in('id', ids)
        .throwOnError()

      return data
    },
    enabled: ids.length > 0,
  })
