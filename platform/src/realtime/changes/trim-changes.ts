import { type Database, theServer } from '#db/database.ts'
import { BATCH_ROWS } from '#db/in-batches.ts'
import { takeLease } from '#db/leases-table.ts'
import { serverSql } from '#db/server-sql.ts'

/** Beyond this many rows, servers that read too slowly lose their position. */
const MOST_ROWS = 200_000
const LEASE_S = 20

/**
 * Deletes what every reading server has read. Age says nothing: the rows of a long transaction are old when they become visible. One server
 * at a time does it.
 */
export async function trimChanges(
  db: Database,
  server: string,
  mostRows: number = MOST_ROWS,
): Promise<void> {
  if (!(await hasRows(db))) return
  const lease = { name: 'realtime changes', holder: server, seconds: LEASE_S }
  if (!(await takeLease(serverSql(db), lease))) return
  await db.ask(theServer, { text: FORGET_DEAD })
  await deleteRead(db)
  while (await isOver(db, mostRows)) {
    const { rowCount } = await db.ask(theServer, { text: RAISE_EPOCH })
    if (rowCount === 0) return
    await deleteRead(db)
  }
}

async function hasRows(db: Database): Promise<boolean> {
  const { rowCount } = await db.ask(theServer, {
    text: `select where exists (select from realtime_private.changes) or exists (select from realtime_private.readers)`,
  })

  return rowCount > 0
}

/** A step is a transaction, so that no lock is held for long. */
async function deleteRead(db: Database): Promise<void> {
  for (;;) {
    const { rowCount } = await db.ask(theServer, { text: DELETE_READ, values: [BATCH_ROWS] })
    if (rowCount < BATCH_ROWS) return
  }
}

async function isOver(db: Database, mostRows: number): Promise<boolean> {
  const { rows } = await db.ask<{ over: boolean }>(theServer, {
    text: 'select count(*) > $1::bigint as over from (select from realtime_private.changes limit $1::bigint + 1) as counted',
    values: [mostRows],
  })

  return rows[0]?.over ?? false
}

const DELETE_READ = `
  delete from realtime_private.changes
   where seq = any (array(
     select seq from realtime_private.changes as change
      where not exists (
        select from realtime_private.readers as reader
         where reader.until > clock_timestamp() and not pg_visible_in_snapshot(change.xid, reader.snapshot)
      )
      limit $1))`

const FORGET_DEAD = `
  with dead as (
    delete from realtime_private.readers where until < clock_timestamp() - interval '1 minute'
  )
  delete from realtime_private.watched where until < clock_timestamp() - interval '1 minute'`

/** Its lease ends too, so that it holds nothing back. */
const RAISE_EPOCH = `
  update realtime_private.readers set epoch = epoch + 1, until = clock_timestamp()
   where server = (
     select server from realtime_private.readers
      where until > clock_timestamp()
      order by pg_snapshot_xmin(snapshot)
      limit 1)`
