import { expect, onTestFinished, test } from 'vitest'
import { trimChanges } from '#realtime/changes/trim-changes.ts'
import type { AtEnd } from '#test/fresh-database.ts'
import {
  anotherServer,
  changesServer,
  listenTo,
  otherProgram,
} from '#test/realtime-changes/changes-server.ts'

const TABLE = `create table public.boats (id integer primary key); grant select on public.boats to anon;
               alter publication supabase_realtime add table public.boats`
const COUNT = 'select count(*)::integer as count from realtime_private.changes'

const atEnd: AtEnd = (end) => onTestFinished(end)

async function open() {
  const opened = await changesServer(atEnd)
  await opened.run(TABLE)

  return opened
}

test('what all servers have read is deleted, and nothing else', async () => {
  const { feed, db, run, rows, location } = await open()
  const boats = await listenTo(feed, [{ table: 'boats' }])
  const other = await otherProgram(location)
  // A server that never reads.
  await other.query(
    `insert into realtime_private.readers (server, snapshot, until) values ('slow', pg_current_snapshot(), 'infinity')`,
  )
  await run('insert into public.boats values (1)')
  await boats.take(1)

  await trimChanges(db, 'trimmer')
  expect(await rows(COUNT)).toEqual([{ count: 1 }])
  await other.query('update realtime_private.readers set snapshot = pg_current_snapshot()')
  await trimChanges(db, 'trimmer')
  expect(await rows(COUNT)).toEqual([{ count: 0 }])
})

test('rows of a transaction that is still open are not deleted before they are read', async () => {
  const { feed, db, run, location } = await open()
  const boats = await listenTo(feed, [{ table: 'boats' }])
  const long = await otherProgram(location)
  await long.query('begin; insert into public.boats values (1)')
  await run('insert into public.boats values (2)')
  await boats.take(1)

  await trimChanges(db, 'trimmer')
  await long.query('commit')

  expect((await boats.take(1))[0]?.record).toEqual({ id: 1 })
})

test('too many rows end the places of servers that told none of their reading, and their subscribers learn it', async () => {
  const { feed, db, run, rows, location } = await open()
  const boats = await listenTo(feed, [{ table: 'boats' }])
  const other = await otherProgram(location)
  await other.query(
    `insert into realtime_private.readers (server, snapshot, until) select 'slow', pg_current_snapshot(), 'infinity'`,
  )
  await run('insert into public.boats select n from generate_series(1, 30) as n')
  await boats.take(30)

  await trimChanges(db, 'trimmer', 10)
  await boats.until(() => boats.gaps.length > 0)

  expect(await rows(COUNT)).toEqual([{ count: 0 }])
  expect(
    await rows(`select epoch::integer from realtime_private.readers where server = 'slow'`),
  ).toEqual([{ epoch: 1 }])
  expect(boats.gaps).toEqual(['changes were deleted unread'])
})

test('a server that died holds nothing back, and is forgotten', async () => {
  const { feed, db, run, rows, location } = await open()
  const boats = await listenTo(feed, [{ table: 'boats' }])
  const other = await otherProgram(location)
  await other.query(`insert into realtime_private.readers (server, snapshot, until)
    select 'dead', pg_current_snapshot(), now() - interval '2 minutes'`)
  await other.query(
    `insert into realtime_private.watched values (1, 'dead', now() - interval '2 minutes')`,
  )
  await run('insert into public.boats values (1)')
  await boats.take(1)
  await other.query(
    'update realtime_private.readers set snapshot = pg_current_snapshot() where until > now()',
  )

  await trimChanges(db, 'trimmer')

  expect(await rows(COUNT)).toEqual([{ count: 0 }])
  expect(await rows(`select server from realtime_private.readers where server = 'dead'`)).toEqual(
    [],
  )
  expect(await rows(`select server from realtime_private.watched where server = 'dead'`)).toEqual(
    [],
  )
})

test('a lost place interrupts all subscribers, and new ones begin at a new place', async () => {
  const { feed, run, location } = await open()
  const boats = await listenTo(feed, [{ table: 'boats' }])
  const other = await otherProgram(location)

  // As after a crash, which empties unlogged tables.
  await other.query(
    'truncate realtime_private.changes, realtime_private.watched, realtime_private.readers',
  )
  await boats.until(() => boats.gaps.length > 0)
  const again = await listenTo(feed, [{ table: 'boats' }])
  await run('insert into public.boats values (1)')

  expect(boats.gaps).toEqual(['changes were deleted unread'])
  expect((await again.take(1))[0]?.record).toEqual({ id: 1 })
  expect(boats.heard).toEqual([])
})

test('connections that are ended lose nothing', async () => {
  const { feed, run, location } = await open()
  const boats = await listenTo(feed, [{ table: 'boats' }])
  const other = await otherProgram(location)

  for (let id = 1; id <= 5; id++) {
    await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
                        where datname = current_database() and pid <> pg_backend_pid() and application_name !~ 'notifications'`)
    await other.query(`insert into public.boats values (${id})`)
  }

  expect((await boats.take(5)).map(({ record }) => record?.id)).toEqual([1, 2, 3, 4, 5])
  expect(boats.gaps).toEqual([])
  await run('select 1')
})

test('a server that stops interrupts its subscribers and leaves nothing behind', async () => {
  const { feed, rows, location } = await open()
  const second = await anotherServer(location, atEnd)
  const boats = await listenTo(second.feed, [{ table: 'boats' }])
  await listenTo(feed, [{ table: 'boats' }])

  await second.stop()

  expect(boats.gaps).toEqual(['the server stops'])
  expect(await rows('select count(*)::integer as count from realtime_private.readers')).toEqual([
    { count: 1 },
  ])
})

test('a long backlog interrupts instead of being told late', async () => {
  const { feed, run, location } = await open()
  const boats = await listenTo(feed, [{ table: 'boats' }])
  const other = await otherProgram(location)

  await other.query(`begin; insert into realtime_private.changes (xid, relation, op, record, at)
    select pg_current_xact_id(), 'public.boats'::regclass, 'I', '{"id": 1}', now() from generate_series(1, 20001); commit`)

  await boats.until(() => boats.gaps.length > 0)
  expect(boats.gaps).toEqual(['too many unread changes'])
  const again = await listenTo(feed, [{ table: 'boats' }])
  await run('insert into public.boats values (2)')
  expect((await again.take(1))[0]?.record).toEqual({ id: 2 })
})
