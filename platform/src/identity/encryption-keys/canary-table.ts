import { type Database, theServer } from '#db/database.ts'

const KEY = 'sealed_canary'

/** The sealed known value, or null before the first start with this check. */
export async function findCanary(db: Database): Promise<string | null> {
  const { rows } = await db.ask<{ sealed: string }>(theServer, {
    text: `select value #>> '{}' as sealed from ops.app_settings where key = $1`,
    values: [KEY],
  })

  return rows[0]?.sealed ?? null
}

/** Returns false if another server was first. */
export async function insertCanary(db: Database, sealed: string): Promise<boolean> {
  const { rowCount } = await db.ask(theServer, {
    text: `insert into ops.app_settings (key, value) values ($1, to_jsonb($2::text))
           on conflict (key) do nothing`,
    values: [KEY, sealed],
  })

  return rowCount > 0
}

/** Does nothing if another server has already replaced it. */
export async function replaceCanary(db: Database, old: string, sealed: string): Promise<void> {
  await db.ask(theServer, {
    text: `update ops.app_settings set value = to_jsonb($3::text), updated_at = ops.now()
            where key = $1 and value = to_jsonb($2::text)`,
    values: [KEY, old, sealed],
  })
}

export async function writeCanary(db: Database, sealed: string): Promise<void> {
  await db.ask(theServer, {
    text: `insert into ops.app_settings (key, value) values ($1, to_jsonb($2::text))
           on conflict (key) do update set value = excluded.value, updated_at = ops.now()`,
    values: [KEY, sealed],
  })
}

/** The newest secrets of each kind, sealed by an older server before the canary existed. */
export async function newestSealed(db: Database): Promise<{ sealed: string; place: string }[]> {
  const { rows } = await db.ask<{ sealed: string; place: string }>(theServer, {
    text: `(select refresh_key_sealed as sealed, 'sessions|refresh_key|' || id as place
              from auth.sessions order by created_at desc limit 3)
           union all
           (select secret_sealed, 'mfa_factors|secret|' || id
              from auth.mfa_factors where secret_sealed is not null order by created_at desc limit 3)
           union all
           (select payload_sealed, 'mail_outbox|payload|' || id
              from ops.mail_outbox order by created_at desc limit 3)`,
  })

  return rows
}
