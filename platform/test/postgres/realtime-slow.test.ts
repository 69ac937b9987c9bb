import { expect, onTestFinished, test } from 'vitest'
import { changesServer, listenTo } from '#test/realtime-changes/changes-server.ts'

async function open() {
  const opened = await changesServer((end) => onTestFinished(end))
  await opened.run(`
    create table public.notes_told (id integer primary key, text text);
    grant select on public.notes_told to anon, authenticated;
    alter publication supabase_realtime add table public.notes_told`)
  return opened
}

test('a regular expression that takes too long interrupts its subscribers, and nobody else', async () => {
  const { feed, run } = await open()
  const hostile = await listenTo(feed, [
    { table: 'notes_told', filter: String.raw`text=match."^(a*)(a*)(a*)\\1\\2\\3b$"` },
  ])
  const others = await listenTo(feed, [{ table: 'notes_told', filter: 'text=match.b$' }])

  await run(`insert into public.notes_told values (1, repeat('a', 1001) || 'b')`)

  await others.take(1)
  await hostile.until(() => hostile.gaps.length + hostile.heard.length > 0)
  expect(hostile.gaps).toEqual(['filters took too long'])
  expect(others.gaps).toEqual([])
})

test('many of them hold others up for a second together', async () => {
  const { feed, run } = await open()
  const others = await listenTo(feed, [{ table: 'notes_told' }])
  const filter = (n: number) => String.raw`text=match."^(a*)(a*)(a*)\\1\\2\\3b{${n}}$"`
  const hostile = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      listenTo(feed, [{ table: 'notes_told', filter: filter(n + 1) }]),
    ),
  )

  await run(
    `insert into public.notes_told select n, repeat('a', 1001) || repeat('b', n) from generate_series(1, 40) as n`,
  )
  await others.take(40)
  for (const one of hostile) await one.until(() => one.gaps.length > 0)

  expect(others.gaps).toEqual([])
})

test('a policy that takes too long interrupts those it is asked for, and nobody else', async () => {
  const { feed, run } = await open()
  await run(`
    alter table public.notes_told enable row level security;
    create policy "slow" on public.notes_told for select to authenticated using (pg_sleep(20) is not null);
    create policy "quick" on public.notes_told for select to anon using (true)`)
  const slow = await listenTo(feed, [{ table: 'notes_told' }], {
    role: 'authenticated',
    claims: { role: 'authenticated' },
  })
  const quick = await listenTo(feed, [{ table: 'notes_told' }])

  await run(`insert into public.notes_told values (1, 'one')`)

  expect((await quick.take(1))[0]?.record).toEqual({ id: 1, text: 'one' })
  await slow.until(() => slow.gaps.length > 0)
  expect(slow.gaps).toEqual(['row policies took too long'])
})
