import { queryOptions } from '@tanstack/react-query'
import { dataApi, literalPattern } from '#api/calls/data-api.ts'
import { projectSearchKey } from './project-keys.ts'

export type FoundTask = {
  id: string
  name: string
  number: number
  project: { id: string; name: string }
}

const SHOWN = 5

/** Tasks with the text in their name, unfinished ones first. */
export const foundTasksQuery = (text: string) =>
  queryOptions({
    queryKey: [...projectSearchKey, 'tasks', text],
    queryFn: async (): Promise<FoundTask[]> => {
      const { data } = await dataApi()
        .from('tasks')
        .select('id, name, number, project:projects!inner(id, name)')
        .ilike('name', `%${literalPattern(text)}%`)
        .order('completed_at', { ascending: false, nullsFirst: true })
        .order('updated_at', { ascending: false })
        .limit(SHOWN)
        .throwOnError()

      return data
    },
    enabled: text !== '',
    staleTime: 30_000,
  })
