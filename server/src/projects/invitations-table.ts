import type { Sql } from '@app/platform/db/database.ts'

export type Invitation = { id: string; email: string; expires_at: Date }

type NewInvitation = { projectId: string; email: string; role: 'editor' | 'viewer' }

/** Runs as the caller, so that policies decide. A second invitation replaces the first. */
export async function putInvitation(sql: Sql, invitation: NewInvitation): Promise<Invitation> {
  const { projectId, email, role } = invitation
  await sql.query('delete from public.project_invitations where project_id = $1 and email = $2', [
    projectId,
    email,
  ])
  const { rows } = await sql.query<Invitation>(
    `insert into public.project_invitations (project_id, email, role) values ($1, $2, $3)
     returning id, email, expires_at`,
    [projectId, email, role],
  )

  return rows[0] as Invitation
}

type InvitationFacts = {
  project: string
  inviter: string | null
  language: string
  isOwner: boolean
}

/** The facts for the mail that the inviter may read. */
export async function findInvitationFacts(
  sql: Sql,
  projectId: string,
): Promise<InvitationFacts | null> {
  const { rows } = await sql.query<InvitationFacts>(
    `select projects.name as project, users.display_name as inviter, users.language,
            projects.owner_id = users.id as "isOwner"
       from public.projects, public.users
      where projects.id = $1 and users.id = auth.uid()`,
    [projectId],
  )

  return rows[0] ?? null
}

type MailPreference = { language: string; notify_team: boolean }

/** The mail settings of an address with an account. Only the server may know whether the account exists. */
export async function findMailPreference(sql: Sql, email: string): Promise<MailPreference | null> {
  const { rows } = await sql.query<MailPreference>(
    `select language, notify_team from public.users where lower(email) = $1 and deleted_at is null`,
    [email],
  )

  return rows[0] ?? null
}
