import type pg from 'pg'
import { StartError } from '#errors/start-error.ts'

/**
 * Refuses addresses at which everything seems to work until it is used. A standby cannot be written and takes no
 * LISTEN. A pooler lends any backend to whoever asks: prepared statements, settings and locks of one connection would
 * meet those of others.
 */
export async function refuseUnsuitable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number; is_standby: boolean }>(
    'select pg_backend_pid() as pid, pg_is_in_recovery() as is_standby',
  )

  if (rows[0]?.is_standby) {
    throw new StartError(
      `The database at ${placeOf(client)} is a standby, which cannot be written: use the address of the primary.`,
    )
  }
  if (rows[0]?.pid !== announcedPid(client)) {
    throw new StartError(
      `The database at ${placeOf(client)} is behind a connection pooler, which is not supported: use the address of PostgreSQL itself.`,
    )
  }
}

/** The process to cancel requests at, told at sign-in. A pooler tells one of its own. The driver's types omit it. */
const announcedPid = (client: pg.Client): unknown => Reflect.get(client, 'processID')

/** Host and port only: the address contains a password. */
export const placeOf = ({ host, port }: pg.Client): string => `${host}:${port}`
