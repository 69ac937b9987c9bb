import type { Sql } from '#db/database.ts'

export type ReceivedEvent = { deliveryId: string; name: string; body: string }

/** null: this delivery is here already. */
export async function insertEvent(
  sql: Sql,
  { deliveryId, name, body }: ReceivedEvent,
): Promise<string | null> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into ops.webhook_events (provider, digest, event_name, body)
     values ('github', $1, $2, $3)
     on conflict (provider, digest) do nothing
     returning id`,
    [deliveryId, name, body],
  )

  return rows[0]?.id ?? null
}

/** What waits to be dealt with; nothing if it was. */
export async function takeEvent(
  sql: Sql,
  id: string,
): Promise<{ event_name: string; body: string } | null> {
  const { rows } = await sql.query<{ event_name: string; body: string }>(
    `update ops.webhook_events set attempts = attempts + 1
      where id = $1 and provider = 'github' and processed_at is null
     returning event_name, body`,
    [id],
  )

  return rows[0] ?? null
}

export async function finishEvent(sql: Sql, id: string): Promise<void> {
  await sql.query(
    `update ops.webhook_events set processed_at = ops.now(), error = null where id = $1`,
    [id],
  )
}

export async function noteFailure(sql: Sql, id: string, error: string): Promise<void> {
  await sql.query(`update ops.webhook_events set error = $2 where id = $1`, [id, error])
}

/** The words of strangers are kept no longer than somebody may want to look something up. */
export async function deleteOldEvents(sql: Sql): Promise<void> {
  await sql.query(
    `delete from ops.webhook_events
      where provider = 'github' and received_at < ops.now() - interval '30 days'`,
  )
}
