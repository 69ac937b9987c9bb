import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '#api/calls/data-api.ts'
import { MEMBER_TOPIC, staleBy } from '#api/live/topics.ts'
import { myInvitationsKey, refreshProjects } from './project-keys.ts'
import type { Role } from './projects.ts'

export type MyInvitation = {
  id: string
  project_name: string
  invited_by_name: string | null
  role: Role
}

export const myInvitationsQuery = queryOptions({
  queryKey: myInvitationsKey,
  queryFn: async (): Promise<MyInvitation[]> => {
    const { data } = await dataApi().rpc('get_my_invitations').throwOnError()

    return data as MyInvitation[]
  },
  staleTime: 15_000,
  meta: staleBy(MEMBER_TOPIC, 'projects'),
})

/** Resolves to the id of the project that the member joined. */
export const useAcceptInvitation = () =>
  useInvitationMutation(async (id: string): Promise<string> => {
    const { data } = await dataApi()
      .rpc('accept_project_invitation', { input_invitation_id: id })
      .throwOnError()

    return data
  })

/** Withdraws an invitation that the caller sent, or declines a received one. */
export const useEndInvitation = () =>
  useInvitationMutation(async (id: string) => {
    await dataApi().from('project_invitations').delete().eq('id', id).throwOnError()
  })

function useInvitationMutation<Result>(mutationFn: (id: string) => Promise<Result>) {
  const client = useQueryClient()

  return useMutation({ mutationFn, onSettled: () => refreshProjects(client) })
}
