import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '#api/data-api.ts'
import type { MessageKey } from '#i18n/messages.ts'

export type MemberRole = 'owner' | 'editor' | 'viewer'

export type ProjectMember = {
  user_id: string
  display_name: string | null
  avatar_url: string | null
  role: MemberRole
  created_at: string
}

export const ROLE_WORDS: Record<MemberRole, MessageKey> = {
  owner: 'team.roles.owner',
  editor: 'team.roles.editor',
  viewer: 'team.roles.viewer',
}

/** Names and pictures: all that members learn of each other. */
export const membersQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'members'],
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
  role: MemberRole
  expires_at: string
}

/** For the owner: whom he has invited and who has not answered. */
export const pendingQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'invitations'],
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

export type MyInvitation = {
  id: string
  project_name: string
  invited_by_name: string | null
  role: MemberRole
}

export const myInvitationsQuery = queryOptions({
  queryKey: ['projects', 'my-invitations'],
  queryFn: async (): Promise<MyInvitation[]> => {
    const { data } = await dataApi().rpc('get_my_invitations').throwOnError()

    return data as MyInvitation[]
  },
  staleTime: 15_000,
})
