import type { ClientBase } from 'pg'

/** The role that the server works as, also when it was given a superuser's address; see sql/roles.sql. */
export const loginRoleOf = (app: string) => `${app}_server`

/** A connection that serves requests never is a superuser's, whatever address we were given. */
export const serveAsLoginRole = (app: string) => async (client: ClientBase) => {
  if (await isSuperuser(client)) {
    await client.query(`set session authorization ${loginRoleOf(app)}`)
  }
}

export async function isSuperuser(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ on: string }>(
    `select current_setting('is_superuser') as on`,
  )

  return rows[0]?.on === 'on'
}
