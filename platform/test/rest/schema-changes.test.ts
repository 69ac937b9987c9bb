import { expect, test, vi } from 'vitest'
import { theServer } from '#db/database.ts'
import { useCatalog } from './rest-server.ts'

const { ask, change, db } = useCatalog()

test('a new table is there as soon as the server is told', async () => {
  await change(`
    create table catalog.snacks (id integer primary key, film_id integer references catalog.films, name text);
    insert into catalog.snacks values (1, 1, 'popcorn');
    grant all on catalog.snacks to rest_anon`)
  const before = await ask('/snacks')

  await notify('reload schema')

  expect(before.status).toBe(404)
  await vi.waitFor(async () => expect((await ask('/snacks')).status).toBe(200), 10_000)
  expect((await ask('/snacks?select=name,films(title)')).body).toEqual([
    { name: 'popcorn', films: { title: 'Harbour' } },
  ])
  expect((await ask('/films?select=snacks(name)&id=eq.1')).body).toEqual([
    { snacks: [{ name: 'popcorn' }] },
  ])
})

test('a table that is gone is missed by the database until the server is told', async () => {
  await change(
    'create table catalog.short_lived (id integer); grant all on catalog.short_lived to rest_anon',
  )
  await notify('reload schema')
  await vi.waitFor(async () => expect((await ask('/short_lived')).status).toBe(200), 10_000)

  await change('drop table catalog.short_lived')
  const missed = await ask('/short_lived')
  await notify('reload config')

  expect([missed.status, missed.body]).toEqual([404, expect.objectContaining({ code: '42P01' })])
  await vi.waitFor(
    async () => expect((await ask('/short_lived')).body).toMatchObject({ code: 'PGRST205' }),
    10_000,
  )
})

test('requests that were prepared survive a change of their columns', async () => {
  await change(`
    create table catalog.changing (id integer primary key, amount integer);
    insert into catalog.changing values (1, 5);
    grant all on catalog.changing to rest_anon`)
  await notify('')
  await vi.waitFor(async () => expect((await ask('/changing')).status).toBe(200), 10_000)
  const read = () => ask('/changing?id=eq.1')
  await Promise.all(Array.from({ length: 12 }, read))

  await change(
    'alter table catalog.changing alter amount type text; alter table catalog.changing add extra text',
  )
  const replies = await Promise.all(Array.from({ length: 12 }, read))

  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(replies[0]?.body).toEqual([{ id: 1, amount: '5', extra: null }])
})

test('under load a change of the schema is noticed by nobody else', async () => {
  await change(
    'create table catalog.busy (id integer primary key); grant all on catalog.busy to rest_anon',
  )
  await notify('reload schema')
  let isDone = false
  const statuses: number[] = []
  const visitor = async () => {
    while (!isDone) {
      const path = statuses.length % 2 ? '/films?select=id,directors(name)' : '/rpc/greet'
      statuses.push((await ask(path)).status)
    }
  }
  const visitors = Array.from({ length: 4 }, visitor)

  for (const name of ['a', 'b', 'c', 'd']) {
    await change(`alter table catalog.busy add column ${name} text`)
    await notify('reload schema')
  }
  await vi.waitFor(async () => expect((await ask('/busy?select=a,b,c,d')).status).toBe(200), 10_000)
  isDone = true
  await Promise.all(visitors)

  expect(statuses.length).toBeGreaterThan(0)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('other words on the channel are for somebody else', async () => {
  await notify('reload the coffee')

  expect((await ask('/films?limit=1')).status).toBe(200)
})

const notify = (word: string) =>
  db().ask(theServer, { text: `select pg_notify('pgrst', $1)`, values: [word] })
