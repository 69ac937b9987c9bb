import type { InviteToProjectBody } from '@app/contract/projects'
import { asServerRole } from '@app/platform/db/as-server-role.ts'
import type { Database } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { requireSignedIn } from '@app/platform/db/require-signed-in.ts'
import { withRaisedRefusals } from '@app/platform/limits/raised-refusal.ts'
import { asLanguage } from '@app/platform/mail/layout/language.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import { ownersInvite, projectNotFound } from './errors.ts'
import {
  findMailPreference,
  findOccasion,
  type Invitation,
  putInvitation,
} from './invitations-table.ts'

type Needs = { db: Database; outbox: ProductOutbox }

/** Invites an address. Whether it is known to us shows in nothing that the inviter sees. */
export function inviteToProject(
  { db, outbox }: Needs,
  member: Member,
  { projectId, email, role }: InviteToProjectBody,
): Promise<void> {
  // How many a member may send is counted by the table, whichever way they come.
  const inviting = db.as(member, async (sql) => {
    await asServerRole(sql, () => requireSignedIn(sql, member))
    const occasion = await findOccasion(sql, projectId)
    if (!occasion) throw projectNotFound()
    if (!occasion.isOwner) throw ownersInvite()
    const invitation = await putInvitation(sql, { projectId, email, role })
    const wish = await asServerRole(sql, () => findMailPreference(sql, email))
    // In the list of invitations it stands all the same.
    if (wish?.notify_team === false) return

    await outbox.queue(sql, {
      template: 'project_invitation',
      params: {
        inviter: occasion.inviter ?? '',
        project: occasion.project,
        role,
        validUntil: invitation.expires_at,
        link: placeOf(projectId, invitation),
      },
      to: email,
      language: asLanguage(wish?.language ?? occasion.language),
      key: `project_invitation ${invitation.id}`,
    })
  })

  return withRaisedRefusals(inviting)
}

const placeOf = (projectId: string, { id }: Invitation) => ({
  on: 'site' as const,
  path: `/projects/${projectId}` as const,
  query: { invitation: id },
})
