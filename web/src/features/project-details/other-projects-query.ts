import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '#api/data-api.ts'
import type { Project } from './project.ts'

type OtherProject = Pick<Project, 'id' | 'name' | 'description' | 'status'>

/** What does not stand in the member's own list of linked projects. */
export const otherProjectsQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['projects', 'others'],
    queryFn: async (): Promise<OtherProject[]> => {
      const { data } = await dataApi()
        .from('projects')
        .select('id, name, description, status')
        .or(`bolt_project_id.is.null,owner_id.neq.${memberId}`)
        .order('created_at', { ascending: false })
        .limit(100)
        .throwOnError()

      return data as OtherProject[]
    },
    staleTime: 60_000,
  })
