import { type Database, theServer } from '#db/database.ts'
import { notify } from './relay-table.ts'

/** Registers this server; the snapshot from which it reads. */
export async function registerServer(db: Database, server: string, channel: string) {
  const [, registered] = await db.askAll(theServer, [
    {
      text: 'insert into realtime_private.servers (id) values ($1) on conflict (id) do update set seen = clock_timestamp()',
      values: [server],
    },
    {
      text: `select pg_current_snapshot()::text as snapshot,
                    (select count(*)::integer from realtime_private.servers
                      where id <> $1 and seen > clock_timestamp() - interval '${DEAD_AFTER}') as others`,
      values: [server],
    },
    notify(channel, server),
  ])
  const { snapshot = '', others = 0 } = (registered?.rows[0] ?? {}) as {
    snapshot?: string
    others?: number
  }

  return { snapshot, others }
}

const DEAD_AFTER = '15 seconds'

/**
 * Says that this server lives, and removes those that are silent: their presence is told as leaves. `isKnown` is false if this server itself
 * was removed. Then deletes what every server has read.
 */
export async function beat(db: Database, server: string, snapshot: string, channel: string) {
  const [beaten] = await db.askAll(theServer, [
    {
      text: `
        with beaten as (
          update realtime_private.servers
             set seen = clock_timestamp(), read_to = pg_snapshot_xmin($2::pg_snapshot)
           where id = $1 returning id
        ), ${REMOVAL(`select id from realtime_private.servers where seen < clock_timestamp() - interval '${DEAD_AFTER}' and id <> $1 for update skip locked`)}
        select (select count(*)::integer from beaten) as known,
               (select count(*)::integer from realtime_private.servers
                 where id <> $1 and seen > clock_timestamp() - interval '${DEAD_AFTER}') as others,
               case when exists (select from told) then pg_notify($3, $1::text) end`,
      values: [server, snapshot, channel],
    },
    {
      text: `delete from realtime_private.relay
              where seq in (
                select seq from realtime_private.relay
                 where xid < (select min(read_to) from realtime_private.servers)
                 order by seq limit 5000 for update skip locked)`,
    },
  ])
  const { known = 0, others = 0 } = (beaten?.rows[0] ?? {}) as { known?: number; others?: number }

  return { isKnown: known > 0, others }
}

/** For a server that stops. */
export async function removeServer(db: Database, server: string, channel: string): Promise<void> {
  await db.askAll(theServer, [
    {
      text: `with ${REMOVAL('select id from realtime_private.servers where id = $1')} select count(*) from told`,
      values: [server],
    },
    notify(channel, server),
  ])
}

const REMOVAL = (dead: string) => `
  dead as (${dead}),
  removed as (delete from realtime_private.servers where id in (select id from dead)),
  gone as (
    delete from realtime_private.presence where server in (select id from dead)
    returning topic, private, ref
  ),
  told as (
    insert into realtime_private.relay (kind, topic, private, body)
    select 'presence', topic, private,
           convert_to(json_build_object('joins', '[]'::json, 'leaves', json_agg(ref))::text, 'UTF8')
      from gone group by topic, private
    returning seq
  )`

export const keepPartitions = (db: Database) =>
  db.ask(theServer, { text: 'select realtime_private.keep_partitions()' })
