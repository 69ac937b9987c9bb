import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '#api/data-api.ts'
import type { Project, ProjectStatus, Role } from './project.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** null where there is none, or none for this reader: he is not told which. */
export const projectQuery = (id: string, memberId: string) =>
  queryOptions({
    queryKey: ['projects', id, 'details'],
    queryFn: async (): Promise<Project | null> => {
      if (!ID.test(id)) return null
      const [{ data }, { data: repositories }] = await Promise.all([
        dataApi()
          .from('projects')
          .select(
            'id, name, description, start_date, end_date, status, updated_at, project_members(role)',
          )
          .eq('id', id)
          .eq('project_members.user_id', memberId)
          .maybeSingle()
          .throwOnError(),
        dataApi().rpc('get_project_repository', { input_project_id: id }).throwOnError(),
      ])
      if (!data) return null

      const { project_members: mine, ...project } = data
      const [link] = repositories
      return {
        ...project,
        status: project.status as ProjectStatus,
        role: (mine[0]?.role ?? 'viewer') as Role,
        repository: link ? `${link.github_repo_owner}/${link.github_repo_name}` : null,
      }
    },
    // Others work on it too.
    staleTime: 15_000,
    refetchOnWindowFocus: true,
  })
