import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { type PostgresServer, startPostgres } from '#test/databases/postgres-server.ts'

/** A standby of a server, once it receives what that one writes. */
export async function startStandby(
  primary: PostgresServer,
  { settings = [] }: { settings?: readonly string[] } = {},
): Promise<PostgresServer> {
  const standby = await startPostgres({
    settings,
    make: (folder) => {
      const data = join(folder, 'data')
      rmSync(data, { recursive: true, force: true })
      primary.runTool('pg_basebackup', '-U', 'postgres', '-D', data, '-R', '-c', 'fast')
    },
  })
  const client = new pg.Client(primary.url('postgres'))
  await client.connect()
  await vi.waitFor(async () => {
    const { rowCount } = await client.query(
      `select from pg_stat_replication where state = 'streaming'`,
    )
    expect(rowCount).toBe(1)
  }, 60_000)
  await client.end()

  return standby
}
