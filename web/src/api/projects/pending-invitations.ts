import { type InviteToProjectBody, inviteToProjectReply } from '@app/contract/projects'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '#api/calls/call-function.ts'
import { dataApi } from '#api/calls/data-api.ts'
import { projectTopic, staleBy } from '#api/live/topics.ts'
import { projectKey } from './project-keys.ts'
import type { Role } from './projects.ts'

// Separate from `members.ts`, so that the board does not download a reply's schemas.

export type PendingInvitation = {
  id: string
  email: string
  role: Role
  expires_at: string
}

/** For the owner: unanswered invitations. */
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
    meta: staleBy(projectTopic(projectId), 'members'),
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
