import type { Sql } from '@app/platform/db/database.ts'

export type Invitation = { id: string; email: string; expires_at: Date }

type NewInvitation = { projectId: string; email: string; role: 'editor' | 'viewer' }

/** As the caller, whom the policies let invite or not. A second invitation takes the place of the first. */
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

type Occasion = { project: string; inviter: string | null; language: string; isOwner: boolean }

/** What the mail says, as the inviter himself may read it. */
export async function findOccasion(sql: Sql, projectId: string): Promise<Occasion | null> {
  const { rows } = await sql.query<Occasion>(
    `select projects.name as project, users.display_name as inviter, users.language,
            projects.owner_id = users.id as "isOwner"
       from public.projects, public.users
      where projects.id = $1 and users.id = auth.uid()`,
    [projectId],
  )

  return rows[0] ?? null
}

type Wish = { language: string; notify_team: boolean }

/** How somebody wants to be written to, if he is one of us. Only the server may know whether he is. */
export async function findMailPreference(sql: Sql, email: string): Promise<Wish | null> {
  const { rows } = await sql.query<Wish>(
    `select language, notify_team from public.users where lower(email) = $1 and deleted_at is null`,
    [email],
  )

  return rows[0] ?? null
}
