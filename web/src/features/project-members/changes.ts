import type { InviteToProjectBody, InviteToProjectReply } from '@app/contract/projects'
import { callFunction } from '#api/call-function.ts'
import { CodedError } from '#api/coded-error.ts'
import { dataApi } from '#api/data-api.ts'
import type { MemberRole } from './members.ts'

type Membership = { projectId: string; userId: string }

export const invite = (body: InviteToProjectBody) =>
  callFunction<InviteToProjectReply>('invite-to-project', { body })

export async function changeRole({ projectId, userId }: Membership, role: MemberRole) {
  const { data } = await dataApi()
    .from('project_members')
    .update({ role })
    .eq('project_id', projectId)
    .eq('user_id', userId)
    .select('role')
    .throwOnError()

  expectSome(data)
}

/** Of another, or one's own. */
export async function endMembership({ projectId, userId }: Membership) {
  await dataApi()
    .from('project_members')
    .delete()
    .eq('project_id', projectId)
    .eq('user_id', userId)
    .throwOnError()
}

/** Withdraws it, or declines it. */
export async function endInvitation(id: string) {
  await dataApi().from('project_invitations').delete().eq('id', id).throwOnError()
}

/** Answers with the project that is open to the reader from now on. */
export async function acceptInvitation(id: string): Promise<string> {
  const { data } = await dataApi()
    .rpc('accept_project_invitation', { input_invitation_id: id })
    .throwOnError()

  return data
}

function expectSome(rows: unknown[]): void {
  if (rows.length === 0) throw new CodedError('changed_meanwhile')
}
