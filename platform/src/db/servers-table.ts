import { type Database, theServer } from './database.ts'

/** A server that was seen this long ago may still run, or be started again by a rollback. */
const REMEMBERED = `interval '1 hour'`

/** Records that a server of this version runs, and forgets those that were not seen for long. */
export async function reportServer(db: Database, id: string, version: string): Promise<void> {
  await db.askAll(theServer, [
    {
      text: `insert into ops.servers (id, version) values ($1, $2)
             on conflict (id) do update set seen_at = now()`,
      values: [id, version],
    },
    { text: `delete from ops.servers where seen_at < now() - interval '1 day'` },
  ])
}

type OtherVersion = { version: string; servers: number; seen_at: Date }

/** Versions other than the given one that were seen within the last hour. */
export async function otherVersions(db: Database, version: string): Promise<OtherVersion[]> {
  const { rows } = await db.ask<OtherVersion>(theServer, {
    text: `select version, count(*)::int as servers, max(seen_at) as seen_at
             from ops.servers
            where version <> $1 and seen_at > now() - ${REMEMBERED}
            group by version order by version`,
    values: [version],
  })

  return rows
}
