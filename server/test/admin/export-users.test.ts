// Over both databases: rows are read in batches while other requests go on.

import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startAdminServer } from './admin-server.ts'

type Server = Awaited<ReturnType<typeof startAdminServer>>
type Admin = Awaited<ReturnType<Server['newAdmin']>>

test('an export is a file of the current filter, with a line that says which and how many', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()
  const member = await server.member()
  await server.sql('update public.users set display_name = $2, created_at = $3 where id = $1', [
    member.id,
    '=HYPERLINK("https://evil.test"), Ñandú',
    '2026-01-02T03:04:05+02:00',
  ])

  const answer = await ask(server, admin, { role: 'member', q: member.email })
  const bytes = Buffer.from(await answer.arrayBuffer())

  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="gitferry-users.csv"',
  )
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
  expect(bytes.subarray(3).toString().split('\r\n')).toEqual([
    'id,email,name,role,status,banned_until,plan,ways_to_sign_in,second_factor,projects,created_at,last_sign_in_at',
    `${member.id},${member.email},"'=HYPERLINK(""https://evil.test""), Ñandú",member,active,,,,false,0,2026-01-02T01:04:05.000Z,`,
    '',
  ])
  expect(await server.linesAbout(null)).toEqual([
    {
      actor_id: admin.id,
      action: 'users_exported',
      details: { filter: { role: 'member', hasWords: true }, count: 1, isWhole: true },
      ip: '127.0.0.0/24',
    },
  ])
})

test('an admin exports ten times an hour, members never', async () => {
  const server = await startAdminServer()
  const [admin, other, member] = [
    await server.newAdmin(),
    await server.newAdmin(),
    await server.member(),
  ]
  const statuses: number[] = []

  for (let time = 0; time < 11; time++) {
    const answer = await ask(server, admin, { status: 'banned' })
    await answer.text()
    statuses.push(answer.status)
  }
  const others = [await ask(server, other, {}), await ask(server, member, {})]

  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  expect(others.map(({ status }) => status)).toEqual([200, 403])
})

test('a slow reader gets every row once, across all batches', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()
  await addPeople(server, { addressLength: 200 })

  const answer = await ask(server, admin, { sort: 'email' })
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of answer.body ?? []) {
    text += decoder.decode(piece, { stream: true })
    await pause(2)
  }

  const ids = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0])
  expect([ids.length, new Set(ids).size]).toEqual([PEOPLE + 1, PEOPLE + 1])
})

test('while nobody reads, one batch is held ready and no more; a client that leaves ends the work', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()
  // More than the buffers between the server and a client that does not read.
  await addPeople(server, { addressLength: 20_000 })
  const leaving = new AbortController()

  const answer = await ask(server, admin, {}, leaving.signal)
  const reader = answer.body?.getReader()
  await reader?.read()
  await pause(1500)
  const whileWaiting = await server.linesAbout(null)
  leaving.abort()
  await reader?.read().catch(() => null)

  const [line] = await until(() => server.linesAbout(null))
  expect(whileWaiting).toEqual([])
  expect(line?.details).toEqual({ filter: {}, count: 2000, isWhole: false })
})

test('who is demoted during an export gets no more rows', async () => {
  const server = await startAdminServer()
  const [admin] = [await server.newAdmin(), await server.newAdmin()]
  await addPeople(server, { addressLength: 20_000 })

  const answer = await ask(server, admin, {})
  await server.sql(`update public.users set role = 'member' where id = $1`, [admin.id])

  await expect(answer.text()).rejects.toThrow()
  const [line] = await until(() => server.linesAbout(null))
  expect(line).toMatchObject({ details: { isWhole: false } })
})

const ask = (server: Server, admin: Admin, filter: object, signal: AbortSignal | null = null) =>
  fetch(`${server.url}/functions/v1/admin-users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({ action: 'export', ...filter }),
    signal,
  })

/** Three batches. */
const PEOPLE = 2500
const BATCH = 1000

/** With addresses that no real account has, so that the batch of the newest fills the buffers. */
async function addPeople(server: Server, { addressLength }: { addressLength: number }) {
  // Triggers take seconds for so many rows. Other tests find them switched on again.
  await switchTriggers(server, 'disable')
  onTestFinished(() => switchTriggers(server, 'enable'))
  // In steps, each well below the time limit of a statement.
  for (let first = 0; first < PEOPLE; first += 250) {
    const isInFirstBatch = first >= PEOPLE - BATCH
    await server.sql(
      `with added as (
         insert into auth.users (id, aud, role, email, email_confirmed_at, has_unverified_credentials)
         select gen_random_uuid(), 'authenticated', 'authenticated', 'row-' || n || '@example.test', now(), false
           from generate_series($1::int, $1::int + 249) as n
         returning id, email)
       insert into public.users (id, email) select id, rpad(email, $2::int, 'x') from added`,
      [first, isInFirstBatch ? addressLength : SHORT],
    )
  }
  await switchTriggers(server, 'enable')
}

const SHORT = 200

async function switchTriggers(server: Server, state: 'enable' | 'disable') {
  await server.sql(`alter table auth.users ${state} trigger user`)
  await server.sql(`alter table public.users ${state} trigger user`)
}

async function until<Row>(look: () => Promise<Row[]>): Promise<Row[]> {
  for (let time = 0; time < 200; time++) {
    const rows = await look()
    if (rows.length > 0) return rows
    await pause(50)
  }
  return []
}
