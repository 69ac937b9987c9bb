import type pg from 'pg'
import { StartError } from '#errors/start-error.ts'

/**
 * Refuses servers that accept connections but later fail. A standby accepts neither writes nor LISTEN. Behind a pooler, LISTEN hears
 * nothing and two servers may hold the lock of migrations at once.
 */
export async function refuseUnsuitable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean }>(
    'select pg_is_in_recovery() as is_standby',
  )

  if (rows[0]?.is_standby) {
    throw new StartError(
      `The database at ${addressOf(client)} is a standby, which cannot be written: use the address of the primary.`,
    )
  }
  if (await isPooled(client)) {
    throw new StartError(
      `The database at ${addressOf(client)} is behind a connection pooler: use the address of PostgreSQL itself, or name it in DATABASE_DIRECT_URL.`,
    )
  }
}

/** A pooler announces a process id of its own. */
export async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')

  return rows[0]?.pid !== announcedPid(client)
}

/** The process id for cancel requests, announced at login. The driver's types lack it. */
export const announcedPid = (client: pg.Client): unknown => Reflect.get(client, 'processID')

/** Host and port only: the address contains a password. */
export const addressOf = ({ host, port }: pg.Client): string => `${host}:${port}`
