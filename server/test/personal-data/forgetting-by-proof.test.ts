import {
  addMember,
  memberWithSession,
  newAddress,
  PASSWORD,
} from '@app/platform/test/identity/people.ts'
import { expect, test } from 'vitest'
import { writeExport } from '#personal-data/write-export.ts'
import { addRow } from '#test/add-row.ts'
import { type AuthServer, startAuth } from '#test/auth-server.ts'

test('a pending address erases nothing of the account that holds it', async () => {
  const auth = await startAuth()
  const victim = await memberWithSession(auth)
  await traceOf(auth, victim.email)
  const attacker = await addMember(auth)
  await auth.sql('update auth.users set email_change = $2 where id = $1', [
    attacker.id,
    victim.email,
  ])
  const before = await keptOf(auth, victim.email)

  await remove(auth, attacker.id)

  expect(await keptOf(auth, victim.email)).toEqual(before)
  expect(before).toMatchObject({ audit: expect.any(Number), mails: 2, invitations: 1, limits: 1 })
})

test('an unconfirmed account erases nothing that was meant for its address', async () => {
  const auth = await startAuth()
  const address = newAddress('victim')
  await traceOf(auth, address)
  await refusedSignIn(auth, address)
  const squatter = await addUnconfirmed(auth, address)
  await addMail(auth, 'confirmation', address)
  const before = await keptOf(auth, address)

  await remove(auth, squatter.id)

  const after = await keptOf(auth, address)
  expect(before.audit).toBeGreaterThan(0)
  expect(after.audit).toBe(before.audit)
  expect(after).toMatchObject({
    invitations: 1,
    limits: 1,
    templates: ['project_invitation', 'recovery'],
  })
})

test('addresses and ids are compared whole', async () => {
  const auth = await startAuth()
  const short = await addMember(auth, 'na@example.test')
  const long = 'anna@example.test'
  await traceOf(auth, long)
  await refusedSignIn(auth, long)
  await auth.sql('insert into ops.rate_limits (key, tokens) values ($1, 1)', [
    `upload x${short.id}`,
  ])
  await addEvent(auth, 'text', { note: `na@example.test and ${short.id} in a sentence` })
  await addEvent(auth, 'other', { data: { attributes: { user_email: long } } })
  const before = await keptOf(auth, long)
  const events = await eventsOf(auth)

  await remove(auth, short.id)

  expect(await keptOf(auth, long)).toEqual(before)
  expect(await eventsOf(auth)).toEqual(events)
  expect(
    await auth.sql('select from ops.rate_limits where key = $1', [`upload x${short.id}`]),
  ).toHaveLength(1)
})

test('an event about the person is emptied, another’s event only loses the address', async () => {
  const auth = await startAuth()
  const person = await addMember(auth)
  const shout = person.email.toUpperCase()
  await addEvent(auth, 'own', { meta: { custom_data: { user_id: person.id } }, name: 'Quist' })
  await addEvent(auth, 'mention', { commits: [{ id: 'c1', author: { email: shout } }] })
  await addEvent(auth, 'no json', `not json "${person.email}" [`)

  await remove(auth, person.id)

  expect(await eventsOf(auth)).toEqual([
    {
      digest: 'mention',
      body: '{"commits":[{"id":"c1","author":{"email":"removed"}}]}',
      done: false,
    },
    { digest: 'no json', body: 'not json "removed" [', done: false },
    { digest: 'own', body: '{}', done: true },
  ])
})

test('what a GitHub account sent is emptied when its connection ends', async () => {
  const auth = await startAuth()
  const person = await addMember(auth)
  await addRow(auth.sql, 'github_integrations', { user_id: person.id, github_user_id: 42 })
  for (const [digest, sender, done] of [
    ['own', '42', true],
    ['own, waiting', '42', false],
    ['other', '4242', true],
  ]) {
    await auth.sql(
      `insert into ops.webhook_events (provider, digest, event_name, object_type, object_id, body, processed_at)
       values ('github', $1, 'push', 'sender', $2, '{"sender":{"login":"x"}}', case when $3 then now() end)`,
      [digest, sender, done],
    )
  }

  await remove(auth, person.id)

  expect((await eventsOf(auth)).map(({ digest, body }) => [digest, body === '{}'])).toEqual([
    ['other', false],
    ['own', true],
    ['own, waiting', false],
  ])
})

test('the limits of a confirmed address go with it, digests included', async () => {
  const auth = await startAuth()
  const person = await memberWithSession(auth)
  await refusedSignIn(auth, person.email)
  await auth.sql('insert into ops.rate_limits (key, tokens) values ($1, 1), ($2, 1)', [
    `newsletter to ${person.email}`,
    `functions ${person.id}`,
  ])
  const keys = () => auth.sql(`select key from ops.rate_limits where key not like 'auth %'`)
  const before = await keys()

  await remove(auth, person.id)

  expect(before.length).toBeGreaterThan(2)
  expect(await keys()).toEqual([])
})

test('an export holds mails and invitations of a confirmed address only', async () => {
  const auth = await startAuth()
  const address = newAddress('victim')
  await traceOf(auth, address)
  const { id } = await addUnconfirmed(auth, address)
  const exported = async () => JSON.parse(await textOf(writeExport(auth.db, id, new Date(0))))

  const before = await exported()
  await auth.sql('update auth.users set email_confirmed_at = now() where id = $1', [id])
  const after = await exported()

  expect([before.mails.length, before.invitations.length]).toEqual([0, 0])
  expect([after.mails.length, after.invitations.length]).toEqual([2, 1])
})

async function addUnconfirmed(auth: AuthServer, email: string) {
  const { body } = await auth.admin<{ id: string }>('/admin/users', {
    method: 'POST',
    body: { email, password: PASSWORD },
  })

  return body
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)

  return Buffer.concat(all).toString()
}

/** Rows that others created for an address: mail, an invitation, a limit. */
async function traceOf(auth: AuthServer, address: string) {
  const host = await addMember(auth)
  const project_id = await addRow(auth.sql, 'projects', { owner_id: host.id, name: 'Ferry' })
  await addRow(auth.sql, 'project_invitations', { project_id, email: address })
  await addMail(auth, 'project_invitation', address)
  await addMail(auth, 'recovery', address)
  await auth.sql('insert into ops.rate_limits (key, tokens) values ($1, 1)', [
    `newsletter to ${address}`,
  ])
}

const addMail = (auth: AuthServer, template: string, address: string) =>
  auth.sql(
    `insert into ops.mail_outbox (dedupe_key, to_address, template, payload_sealed)
     values ($1::text || ' ' || $2::text, $2, $1, 'enc1.mail')`,
    [template, address],
  )

async function keptOf(auth: AuthServer, address: string) {
  const [row] = await auth.sql<{
    audit: number
    mails: number
    templates: string[]
    invitations: number
    limits: number
  }>(
    `select (select count(*)::int from auth.audit_log_entries where payload ->> 'actor_username' = $1) as audit,
            (select count(*)::int from ops.mail_outbox where to_address = $1) as mails,
            (select array_agg(template order by template) from ops.mail_outbox where to_address = $1) as templates,
            (select count(*)::int from public.project_invitations where email = $1) as invitations,
            (select count(*)::int from ops.rate_limits where key = 'newsletter to ' || $1) as limits`,
    [address],
  )
  if (!row) throw new Error('No row')

  return row
}

const refusedSignIn = (auth: AuthServer, email: string) =>
  auth.post('/token?grant_type=password', { email, password: 'wrong password 1' })

const addEvent = (auth: AuthServer, digest: string, body: object | string) =>
  auth.sql(
    `insert into ops.webhook_events (provider, digest, event_name, body) values ('lemonsqueezy', $1, 'x', $2)`,
    [digest, typeof body === 'string' ? body : JSON.stringify(body)],
  )

const eventsOf = (auth: AuthServer) =>
  auth.sql<{ digest: string; body: string; done: boolean }>(
    `select digest, body, processed_at is not null as done from ops.webhook_events order by digest`,
  )

const remove = (auth: AuthServer, id: string) =>
  auth.admin(`/admin/users/${id}`, { method: 'DELETE' })
