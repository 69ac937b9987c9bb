import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '#api/data-api.ts'

export type NamedProject = { id: string; name: string }

const SHOWN = 8

/** Any part of the name, in capitals or not. */
export const foundProjectsQuery = (text: string) =>
  queryOptions({
    queryKey: ['projects', 'found', text],
    queryFn: async (): Promise<NamedProject[]> => {
      const { data } = await dataApi()
        .from('projects')
        .select('id, name')
        .ilike('name', `%${escapePattern(text)}%`)
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
    queryKey: ['projects', 'named', ids],
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

/** What people type is looked for as it is; the wire knows a third sign for "anything" besides the database's two. */
const escapePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')
