import { type Database, type Statement, theServer } from '#db/database.ts'

/** What one server tells the others, or SQL tells all. */
export type RelayRow = {
  kind: 'broadcast' | 'presence' | 'ended'
  topic: string
  private: boolean
  event: string
  meta: string | null
  /** 0 binary, 1 JSON, 2 a whole text message. */
  encoding: number
  body: Buffer
}

export type PresenceRow = { key: string; ref: string; meta: Record<string, unknown> }

export type PresenceChange =
  | { topic: string; private: boolean; kept: PresenceRow }
  | { topic: string; private: boolean; deleted: string }

type ReadRow = { snapshot: string; seq: string | null } & RelayRow

const PAGE = 100

/** How far the rows between two snapshots have been read. */
export type Page = { until: string | null; after: string }

/** The next rows that became visible since a snapshot, and the snapshot up to which they are read. */
export async function readPage(db: Database, server: string, since: string, page: Page) {
  const statement = readStatement(server, since, page.until, page.after)
  const found = (await db.ask<ReadRow>(theServer, statement, READ_ONLY)).rows
  const rows = found.filter(({ seq }) => seq !== null)

  return {
    rows: rows as RelayRow[],
    next: { until: found[0]?.snapshot ?? since, after: rows.at(-1)?.seq ?? page.after },
    isLast: rows.length < PAGE,
  }
}

/** The same in one snapshot with the presence of some topics. */
export async function readWithPresence(
  db: Database,
  server: string,
  since: string,
  topics: readonly { topic: string; private: boolean }[],
) {
  const [told, present] = await db.askAll(
    theServer,
    [
      readStatement(server, since, null, '0', MOST_AT_ONCE),
      {
        text: `select topic, private, key, ref, meta
                 from realtime_private.presence
                where server <> $3 and (topic, private) in (select * from unnest($1::text[], $2::boolean[]))`,
        values: [topics.map((one) => one.topic), topics.map((one) => one.private), server],
      },
    ],
    { isolation: 'repeatable read', readOnly: true },
  )
  const rows = (told?.rows ?? []) as ReadRow[]

  return {
    rows: rows.filter(({ seq }) => seq !== null),
    snapshot: rows[0]?.snapshot ?? since,
    present: (present?.rows ?? []) as (PresenceRow & { topic: string; private: boolean })[],
  }
}

const MOST_AT_ONCE = 100_000
const READ_ONLY = { readOnly: true }

const readStatement = (
  server: string,
  since: string,
  until: string | null,
  after: string,
  limit = PAGE,
): Statement => ({
  name: 'realtime_relay',
  text: `
    with current as materialized (select coalesce($3::pg_snapshot, pg_current_snapshot()) as snapshot)
    select current.snapshot::text as snapshot,
           told.seq::text as seq, kind, topic, private, event, meta, encoding, body
      from current
      left join lateral (
        select * from realtime_private.relay
         where xid >= pg_snapshot_xmin($2::pg_snapshot)
           and not pg_visible_in_snapshot(xid, $2::pg_snapshot)
           and pg_visible_in_snapshot(xid, current.snapshot)
           and server is distinct from $1::uuid
           and seq > $4::bigint
         order by seq
         limit $5::integer
      ) as told on true
     order by told.seq`,
  values: [server, since, until, after, limit],
})

/** Writes rows for the other servers, and this server's presence, in one transaction. */
export async function writeRelay(
  db: Database,
  server: string,
  {
    rows,
    presence,
    channel,
  }: { rows: readonly RelayRow[]; presence: readonly PresenceChange[]; channel: string | null },
): Promise<void> {
  const deleted = presence.flatMap((one) => ('deleted' in one ? [one.deleted] : []))
  const kept = presence.flatMap((one) => ('kept' in one ? [one] : []))
  const statements: Statement[] = []
  if (kept.length > 0) statements.push(insertPresence(server, kept))
  if (deleted.length > 0) {
    statements.push({
      text: 'delete from realtime_private.presence where server = $1 and ref = any ($2::text[])',
      values: [server, deleted],
    })
  }
  if (rows.length > 0) statements.push(insertRows(server, rows))
  if (channel !== null) statements.push(notify(channel, server))
  await db.askAll(theServer, statements)
}

const insertPresence = (
  server: string,
  kept: readonly { topic: string; private: boolean; kept: PresenceRow }[],
): Statement => ({
  text: `insert into realtime_private.presence (server, topic, private, key, ref, meta)
         select $1, * from unnest($2::text[], $3::boolean[], $4::text[], $5::text[], $6::json[])`,
  values: [
    server,
    kept.map(({ topic }) => topic),
    kept.map((one) => one.private),
    kept.map((one) => one.kept.key),
    kept.map((one) => one.kept.ref),
    kept.map((one) => JSON.stringify(one.kept.meta)),
  ],
})

const insertRows = (server: string, rows: readonly RelayRow[]): Statement => ({
  text: `insert into realtime_private.relay (server, kind, topic, private, event, meta, encoding, body)
         select $1, * from unnest($2::text[], $3::text[], $4::boolean[], $5::text[], $6::text[], $7::smallint[], $8::bytea[])`,
  values: [
    server,
    rows.map(({ kind }) => kind),
    rows.map(({ topic }) => topic),
    rows.map((row) => row.private),
    rows.map(({ event }) => event),
    rows.map(({ meta }) => meta),
    rows.map(({ encoding }) => encoding),
    rows.map(({ body }) => body),
  ],
})

export const notify = (channel: string, server: string): Statement => ({
  text: 'select pg_notify($1, $2)',
  values: [channel, server],
})
