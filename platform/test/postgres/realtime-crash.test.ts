import { expect, onTestFinished, test, vi } from 'vitest'
import type { DatabaseLocation } from '#db/open.ts'
import { startPostgres } from '#test/databases/postgres-server.ts'
import { anotherServer, listenTo } from '#test/realtime-changes/changes-server.ts'

const TABLE = `create table public.boats (id integer primary key); grant select on public.boats to anon;
               alter publication supabase_realtime add table public.boats`

async function open() {
  // Otherwise a crash loses the table too.
  const postgres = await startPostgres({ settings: ['synchronous_commit=on'] })
  onTestFinished(() => postgres.stop())
  const location: DatabaseLocation = { kind: 'postgres', url: postgres.url('postgres') }
  const server = await anotherServer(location, (end) => onTestFinished(end))
  await server.run(TABLE)

  return { ...server, postgres }
}

test('a crash of the database interrupts, and subscribers that return miss nothing more', async () => {
  const { feed, run, rows, postgres } = await open()
  const boats = await listenTo(feed, [{ table: 'boats' }])
  await run('insert into public.boats values (1)')
  await boats.take(1)

  await postgres.crash()
  await postgres.resume()
  await boats.until(() => boats.gaps.length > 0)
  const again = await vi.waitFor(() => listenTo(feed, [{ table: 'boats' }]), 10_000)
  await run('insert into public.boats values (2)')

  expect((await again.take(1))[0]?.record).toEqual({ id: 2 })
  expect(boats.heard).toEqual([])
  expect(await rows('select count(*)::integer as count from realtime_private.readers')).toEqual([
    { count: 1 },
  ])
})

test('a restart of the database loses nothing silently', async () => {
  const { feed, run, postgres } = await open()
  const boats = await listenTo(feed, [{ table: 'boats' }])

  await run('insert into public.boats values (1)')
  await postgres.halt()
  await postgres.resume()
  await vi.waitFor(() => run('insert into public.boats values (2)'), 10_000)
  await boats.until(() => boats.gaps.length > 0 || boats.heard.length === 2)

  const told = boats.heard.map(({ data }) => JSON.parse(data.json).record.id)
  expect(told).toEqual(boats.gaps.length > 0 ? [1, 2].slice(0, told.length) : [1, 2])
})
