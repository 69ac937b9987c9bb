import type { ClientBase } from 'pg'

/** The server's role, also used when the configured address is a superuser's; see sql/roles.sql. */
export const loginRoleOf = (app: string) => `${app}_server`

/** Connections that serve requests never run as a superuser. */
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
