import { languageOf } from '@app/contract/languages'
import type { InviteToProjectBody } from '@app/contract/projects'
import { asServerRole } from '@app/platform/db/as-server-role.ts'
import type { Database } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { requireSignedIn } from '@app/platform/db/require-signed-in.ts'
import { withRaisedRefusals } from '@app/platform/limits/raised-refusal.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import { ownersInvite, projectNotFound } from './errors.ts'
import {
  findInvitationFacts,
  findMailPreference,
  type Invitation,
  putInvitation,
} from './invitations-table.ts'

type Needs = { db: Database; outbox: ProductOutbox }

/** Invites an address. The inviter must not learn whether it has an account. */
export function inviteToProject(
  { db, outbox }: Needs,
  member: Member,
  { projectId, email, role }: InviteToProjectBody,
): Promise<void> {
  // The table counts a member's invitations from all sources.
  const inviting = db.as(member, async (sql) => {
    await asServerRole(sql, () => requireSignedIn(sql, member))
    const facts = await findInvitationFacts(sql, projectId)
    if (!facts) throw projectNotFound()
    if (!facts.isOwner) throw ownersInvite()
    const invitation = await putInvitation(sql, { projectId, email, role })
    const preference = await asServerRole(sql, () => findMailPreference(sql, email))
    // The invitation is listed in any case.
    if (preference?.notify_team === false) return

    await outbox.queue(sql, {
      template: 'project_invitation',
      params: {
        inviter: facts.inviter ?? '',
        project: facts.project,
        role,
        validUntil: invitation.expires_at,
        link: placeOf(projectId, invitation),
      },
      to: email,
      language: languageOf(preference?.language ?? facts.language),
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
