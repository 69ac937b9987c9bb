import { type InviteToProjectBody, inviteToProjectReply } from '@app/contract/projects'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from './call-function.ts'
import { CodedError } from './coded-error.ts'
import { dataApi } from './data-api.ts'
import { projectKey, refreshProjects } from './project-keys.ts'
import type { Role } from './projects.ts'

export type ProjectMember = {
  user_id: string
  display_name: string | null
  avatar_url: string | null
  role: Role
  created_at: string
}

/** Members learn each other's names and pictures, nothing else. */
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
  })

export type PendingInvitation = {
  id: string
  email: string
  role: Role
  expires_at: string
}

/** For the owner: invitations that nobody has answered yet. */
export const pendingInvitationsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectKey(projectId), 'invitations'],
    queryFn: async (): Promise<PendingInvitation[]> => {
      const { data } = await dataApi()
        .from('project_invitations')
        .select('id, email, role, expires_at')
        .eq('project_id', projectId)
        .gt('expires_at', new Date().toISOString())
        .order('created_at', { ascending: false })
        .throwOnError()

      return data as PendingInvitation[]
    },
  })

export function useInvite() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: (body: InviteToProjectBody) =>
      callFunction('invite-to-project', inviteToProjectReply, { body }),
    onSuccess: (_, { projectId }) =>
      client.invalidateQueries({ queryKey: pendingInvitationsQuery(projectId).queryKey }),
  })
}

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
    // Also after a failure, whose reason may be somebody else's change.
    onSettled: () => refreshProjects(client),
  })
}

/** Ends the membership of another member, or one's own. `leave` runs before the project is asked for again. */
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
