import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { said, startAdminServer } from './admin-server.ts'

test('an admin cannot change, ban, strip or delete their own account by spelling its id in capitals', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()
  const userId = admin.id.toUpperCase()

  const answers = [
    await server.users(admin, { action: 'set_role', userId, role: 'member' }),
    await server.users(admin, { action: 'ban', userId, duration: '24h', reason: 'x' }),
    await server.users(admin, { action: 'remove_factors', userId, reason: 'x' }),
    await server.users(admin, {
      action: 'delete',
      userId,
      confirmation: admin.email,
      reason: 'x',
    }),
  ]

  expect(answers.map(said)).toEqual(Array(4).fill('409 own_account'))
  const rows = await server.sql('select role from public.users where id = $1', [admin.id])
  expect(rows).toEqual([{ role: 'admin' }])
})

test('a ban by an id in capitals stands in the history of the person, and is found under either spelling', async () => {
  const server = await startAdminServer()
  const [admin, member] = [await server.newAdmin(), await server.member()]
  const capitals = member.id.toUpperCase()

  const ban = { action: 'ban', userId: capitals, duration: '24h', reason: 'Spam' }
  expect(said(await server.users(admin, ban))).toBe('200')

  const lines = await server.linesAbout(member.id)
  expect(lines.map(({ action }) => action)).toEqual(['user_banned'])
  const picture = await server.users(admin, { action: 'get', userId: capitals })
  expect(picture.body).toMatchObject({ audit: [{ action: 'user_banned' }] })
  const found = await sync(server.url, admin.token, { action: 'audit', subject: capitals })
  expect(found.items.map(({ name }) => name)).toContain('user_banned')
})

test('ids in braces or without dashes are refused', async () => {
  const server = await startAdminServer()
  const [admin, member] = [await server.newAdmin(), await server.member()]
  const forms = [`{${member.id}}`, member.id.replaceAll('-', ''), ` ${member.id}`]

  for (const userId of forms) {
    expect(said(await server.users(admin, { action: 'get', userId }))).toBe('400 validation_failed')
  }
})

test('the identity service records and answers ids in one spelling', async () => {
  const server = await startAdminServer()
  const id = randomUUID()
  const headers = {
    authorization: `Bearer ${server.keys.secret}`,
    apikey: server.keys.secret,
    'content-type': 'application/json',
  }
  const at = (path: string, init: object = {}) =>
    fetch(`${server.url}/auth/v1/admin/users${path}`, { headers, ...init })

  const made = await at('', {
    method: 'POST',
    body: JSON.stringify({
      id: id.toUpperCase(),
      email: `${id}@example.test`,
      email_confirm: true,
    }),
  })
  const changed = await at(`/${id.toUpperCase()}`, {
    method: 'PUT',
    body: JSON.stringify({ ban_duration: '24h' }),
  })

  expect([made.status, changed.status]).toEqual([200, 200])
  expect(await made.json()).toMatchObject({ id, identities: [{ user_id: id }] })
  const entries = await server.sql(
    `select payload -> 'traits' ->> 'user_id' as id from auth.audit_log_entries
      where lower(payload -> 'traits' ->> 'user_id') = $1`,
    [id],
  )
  expect(entries.length).toBeGreaterThanOrEqual(2)
  expect(new Set(entries.map((entry) => entry.id))).toEqual(new Set([id]))
})

type Lines = { items: { name: string }[] }

async function sync(url: string, token: string, body: object): Promise<Lines> {
  const answer = await fetch(`${url}/functions/v1/admin-sync`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })

  return (await answer.json()) as Lines
}
