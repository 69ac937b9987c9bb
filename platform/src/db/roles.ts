import type { ClientBase } from 'pg'

/** The role the server works as when it was given a superuser's address; see database/platform/roles.sql. */
export const LOGIN_ROLE = 'gitferry_server'

/** A connection that serves requests never is a superuser's, whatever address we were given. */
export async function serveAsLoginRole(client: ClientBase) {
  if (await isSuperuser(client)) {
    await client.query(`set session authorization ${LOGIN_ROLE}`)
  }
}

export async function isSuperuser(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ on: string }>(
    `select current_setting('is_superuser') as on`,
  )

  return rows[0]?.on === 'on'
}
