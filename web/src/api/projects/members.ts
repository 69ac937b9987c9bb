import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '#api/calls/data-api.ts'
import { CodedError } from '#api/errors/coded-error.ts'
import { projectTopic, staleBy } from '#api/live/topics.ts'
import { projectKey, refreshProjects } from './project-keys.ts'
import type { Role } from './projects.ts'

export type ProjectMember = {
  user_id: string
  display_name: string | null
  avatar_url: string | null
  role: Role
  created_at: string
}

/** Members see each other's names and avatars, nothing else. */
export const membersQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectKey(projectId), 'members'],
    queryFn: async (): Promise<ProjectMember[]> => {
      const { data } = await dataApi()
        .rpc('get_project_members', { input_project_id: projectId })
        .throwOnError()

      return data as ProjectMember[]
    },
    staleTime: 15_000,
    refetchOnWindowFocus: true,
    meta: staleBy(projectTopic(projectId), 'members'),
  })

type Membership = { projectId: string; userId: string }

export function useChangeRole() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async ({ projectId, userId, role }: Membership & { role: Role }) => {
      const { data } = await dataApi()
        .from('project_members')
        .update({ role })
        .eq('project_id', projectId)
        .eq('user_id', userId)
        .select('role')
        .throwOnError()

      if (data.length === 0) throw new CodedError('changed_meanwhile')
    },
    // Also after a failure, which somebody else's change may have caused.
    onSettled: () => refreshProjects(client),
  })
}

/** Ends another member's membership, or the caller's own. `leave` runs before the project is fetched again. */
export function useEndMembership(leave: () => Promise<void> | void) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async ({ projectId, userId }: Membership) => {
      await dataApi()
        .from('project_members')
        .delete()
        .eq('project_id', projectId)
        .eq('user_id', userId)
        .throwOnError()
    },
    onSuccess: leave,
    onSettled: () => refreshProjects(client),
  })
}
