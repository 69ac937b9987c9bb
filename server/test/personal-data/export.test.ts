// Over both databases: a job writes files.

import { movableClock } from '@app/platform/clock/clock.ts'
import { memberWithSession } from '@app/platform/test/identity/people.ts'
import { expect, onTestFinished, test } from 'vitest'
import { sections } from '#personal-data/sections.ts'
import { writeExport } from '#personal-data/write-export.ts'
import { addRow } from '#test/add-row.ts'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { tablesAboutPeople } from './every-table.ts'
import { fullAccount, NAME } from './full-account.ts'

const DAY_MS = 24 * 60 * 60_000
const LONGEST_WAIT_MS = 9 * 60_000

/** Digests and counters, for minutes; known devices for 90 days; and what other tables say already. */
const FLEETING = [
  'auth.flow_state',
  'auth.known_devices',
  'auth.mfa_guesses',
  'auth.oauth_authorizations',
  'auth.one_time_tokens',
  'ops.people_with_two_subscriptions',
  'public.github_connection_states',
]

/** Tables that are exported by a view, with what another table adds to them. */
const VIEWS: Record<string, string> = { 'public.bolt_projects': 'app.synced_links' }

test('every table about people is in the export', async () => {
  const { sql } = await startAuth()

  const about = await tablesAboutPeople(sql)

  const missing = about.filter(
    (table) => !sections.some(({ from }) => `${from} `.includes(`${VIEWS[table] ?? table} `)),
  )
  expect(missing).toEqual(FLEETING)
})

test('an export holds all that somebody left here, and no key to anything', async () => {
  const auth = await startAuth()
  const person = await fullAccount(auth)

  const text = await textOf(writeExport(auth.db, person.id, new Date('2026-03-01T12:00:00Z')))

  const file = JSON.parse(text)
  expect(
    Object.entries(file).filter(([, rows]) => Array.isArray(rows) && rows.length === 0),
  ).toEqual([])
  expect(file).toMatchObject({
    exported_at: '2026-03-01T12:00:00.000Z',
    account: [{ id: person.id, email: person.email }],
    profile: [{ display_name: NAME }],
    linked_projects: expect.arrayContaining([expect.objectContaining({ project_name: NAME })]),
    payments: [{ provider_invoice_id: 'invoice-1' }],
    memberships: expect.arrayContaining([expect.objectContaining({ project: 'Shared' })]),
    github_connections: [{ github_username: 'quist' }],
  })
  expect(text).not.toMatch(/enc\d+\.|\$argon2|\$2a\$/)
  expect(text).not.toContain(person.other.email)
})

test('a member requests an export, gets a mail, downloads it by a link, and after a week it is deleted', async () => {
  const clock = movableClock()
  const auth = await startAuth({ withMail: true, clock })
  const { id, email, session } = await memberWithSession(auth)
  const other = await memberWithSession(auth)

  const asked = await ask(auth, session.access_token)
  const mail = await auth.mailTo(email)
  const [row] = await auth.sql<{ status: string; file_name: string; size: string }>(
    'select status, file_name, size::text from public.data_exports',
  )
  const others = await sign(auth, other.session.access_token, row?.file_name)
  const signed = await sign(auth, session.access_token, row?.file_name)
  const link = `${auth.url}/storage/v1${signed.body.signedURL}`
  const file = await fetch(link)

  expect(asked.status).toBe(200)
  expect(mail.subject).toBe('Your data is ready to download')
  expect(row?.status).toBe('ready')
  expect(others.status).toBe(400)
  expect(await file.json()).toMatchObject({ profile: [{ id, email }] })
  expect(file.headers.get('content-length')).toBe(row?.size)

  clock.moveTo(8 * DAY_MS)
  await auth.settle()
  expect((await fetch(link)).status).toBe(400)
  expect(await auth.sql('select from public.data_exports')).toEqual([])
  expect(await auth.sql('select from storage.objects')).toEqual([])
})

test('while a file is being written, that is the answer', async () => {
  const auth = await startAuth()
  const { id, session } = await memberWithSession(auth)
  const waiting = await addRow(auth.sql, 'data_exports', { user_id: id, file_name: 'one.json' })

  const { body } = await ask(auth, session.access_token)

  expect(body).toEqual({ id: waiting })
  expect(await auth.sql(`select from ops.jobs where kind = 'make-export'`)).toEqual([])
})

test('ten calls at the same moment get the same export', async () => {
  const auth = await startAuth()
  const { session } = await memberWithSession(auth)

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ask(auth, session.access_token)),
  )

  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  // By the table: a late answer may already tell that the file is ready.
  expect(await auth.sql('select from public.data_exports')).toHaveLength(1)
})

test('a file that cannot be written is tried five times, then said to have failed, and may be asked for again', async () => {
  const clock = movableClock()
  const auth = await startAuth({ clock })
  const { session } = await memberWithSession(auth)
  const bucket = (from: string, to: string) =>
    auth.sql('update storage.buckets set id = $2 where id = $1', [from, to])
  const states = async () =>
    (await auth.sql('select status from public.data_exports order by created_at')).map(
      ({ status }) => status,
    )
  await bucket('exports', 'elsewhere')
  onTestFinished(async () => void (await bucket('elsewhere', 'exports')))
  const seen: unknown[] = []

  await ask(auth, session.access_token)
  for (let tries = 0; tries < 5; tries++) {
    clock.moveTo(tries * LONGEST_WAIT_MS)
    await auth.settle()
    seen.push(...(await states()))
  }
  await bucket('elsewhere', 'exports')
  await ask(auth, session.access_token)
  await auth.settle()

  expect(seen).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'failed'])
  expect(await states()).toEqual(['failed', 'ready'])
})

test('a file whose writer died is not waited for for ever', async () => {
  const clock = movableClock()
  const auth = await startAuth({ clock })
  const { id } = await memberWithSession(auth)
  await addRow(auth.sql, 'data_exports', { user_id: id, file_name: 'one.json' })

  clock.moveTo(DAY_MS / 6)
  await auth.settle()

  expect(await auth.sql('select status from public.data_exports')).toEqual([{ status: 'failed' }])
})

test('exports are limited per day', async () => {
  const auth = await startAuth()
  const { session } = await memberWithSession(auth)
  const statuses: number[] = []

  for (let count = 0; count < 4; count++) {
    statuses.push((await ask(auth, session.access_token)).status)
    await auth.settle()
  }

  expect(statuses).toEqual([200, 200, 200, 429])
})

test('pages join into one list without a row lost or told twice', async () => {
  const auth = await startAuth()
  const { id } = await memberWithSession(auth)
  await auth.sql(
    `insert into public.bolt_projects (user_id, project_name)
     select $1, 'Boat ' || i from generate_series(1, 1203) as i`,
    [id],
  )

  const file = JSON.parse(await textOf(writeExport(auth.db, id, new Date(0))))

  expect(new Set(file.linked_projects.map((row: { id: string }) => row.id)).size).toBe(1203)
  expect(file.linked_projects).toHaveLength(1203)
})

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)

  return Buffer.concat(all).toString()
}

const bearer = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})

async function ask(auth: AuthServer, token: string) {
  const answer = await fetch(`${auth.url}/functions/v1/request-export`, {
    method: 'POST',
    headers: bearer(token),
  })

  return { status: answer.status, body: await answer.json() }
}

async function sign(auth: AuthServer, token: string, name = '') {
  const answer = await fetch(`${auth.url}/storage/v1/object/sign/exports/${name}`, {
    method: 'POST',
    headers: bearer(token),
    body: JSON.stringify({ expiresIn: 300 * 24 * 3600 }),
  })

  return { status: answer.status, body: (await answer.json()) as { signedURL?: string } }
}
