// Over both databases: two admins change each other at the same moment.

import { serviceRole } from '@app/platform/db/database.ts'
import { addMember, memberWithSession, outcome } from '@app/platform/test/identity/people.ts'
import { expect, test } from 'vitest'
import { promoteAdmin } from '#members/promote-admin.ts'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { testPeople } from '#test/test-people.ts'

const WORDS = 'You are the last admin. Make somebody else an admin first.'

test('the last admin who can sign in stays, whatever the path', async () => {
  const auth = await startAuth()
  const last = await adminWithSession(auth)
  // Neither of these could help.
  const banned = await addAdmin(auth)
  await auth.sql(`update auth.users set banned_until = 'infinity' where id = $1`, [banned.id])
  const unconfirmed = await addAdmin(auth)
  await auth.sql('update auth.users set email_confirmed_at = null where id = $1', [unconfirmed.id])

  const refused = {
    'deletes themself': await deleteAccount(auth, last),
    banned: await ban(auth, last.id),
    deleted: await remove(auth, last.id, false),
    emptied: await remove(auth, last.id, true),
    'demoted by the data API': await patchRole(auth, last.id),
    'demoted by function': await demoteByFunction(auth, last.id),
  }

  expect(Object.values(refused).map(outcome)).toEqual(
    Object.keys(refused).map(() => '409 last_admin'),
  )
  expect(refused['deletes themself'].body).toMatchObject({ error: WORDS })
  expect(refused['demoted by the data API'].body).toMatchObject({ message: WORDS })
  expect(await ableAdmins(auth)).toEqual([last.id])
})

test('with another admin who can sign in, each path is open', async () => {
  const auth = await startAuth()
  await addAdmin(auth)

  const leaving = {
    'deletes themself': await deleteAccount(auth, await adminWithSession(auth)),
    banned: await ban(auth, (await addAdmin(auth)).id),
    deleted: await remove(auth, (await addAdmin(auth)).id, false),
    emptied: await remove(auth, (await addAdmin(auth)).id, true),
  }

  expect(Object.values(leaving).map(outcome)).toEqual(Object.keys(leaving).map(() => '200'))
  expect(await ableAdmins(auth)).toHaveLength(1)
})

test('an admin who could not sign in anyway may go', async () => {
  const auth = await startAuth()
  await addMember(auth)
  const banned = await addAdmin(auth)
  await addAdmin(auth)
  await ban(auth, banned.id)

  const answer = await remove(auth, banned.id, false)

  expect(outcome(answer)).toBe('200')
})

test('two admins removed at the same moment, by whatever paths: one of them stays', async () => {
  const auth = await startAuth()
  const ways: Record<string, (id: string) => Promise<unknown>> = {
    demote: (id) =>
      auth.db.ask(serviceRole, { text: `select public.set_user_role($1, 'member')`, values: [id] }),
    ban: async (id) => refusing(await ban(auth, id)),
    delete: async (id) => refusing(await remove(auth, id, false)),
    empty: async (id) => refusing(await remove(auth, id, true)),
  }
  const left: number[] = []
  await addMember(auth)

  for (const first of Object.values(ways)) {
    for (const second of Object.values(ways)) {
      for (let round = 0; round < 3; round++) {
        const [one, other] = [await insertAdmin(auth), await insertAdmin(auth)]
        await auth.sql(
          `update public.users set role = 'member' where role = 'admin' and id <> all ($1)`,
          [[one, other]],
        )

        const outcomes = await Promise.allSettled([first(one), second(other)])

        left.push(outcomes.filter(({ status }) => status === 'rejected').length)
        expect(await ableAdmins(auth)).toHaveLength(1)
      }
    }
  }
  expect(new Set(left)).toEqual(new Set([1]))
})

test('is_admin knows bans, their end, and deletion', async () => {
  const { asks, sql, admin, signUp } = await testPeople()
  const second = await signUp('second@example.test')
  await sql(`update public.users set role = 'admin' where id = $1`, [second.id])
  const isAdmin = async () => (await asks(admin, 'select public.is_admin() as answer'))[0]?.answer
  const banUntil = (until: string | null) =>
    sql('update auth.users set banned_until = $2 where id = $1', [admin.id, until])

  const before = await isAdmin()
  await banUntil('infinity')
  const banned = await isAdmin()
  const seen = await asks(admin, 'select from public.users where id = $1', [second.id])
  await banUntil('2020-01-01')
  const lifted = await isAdmin()
  await sql('update auth.users set deleted_at = now() where id = $1', [admin.id])
  const deleted = await isAdmin()

  expect({ before, banned, lifted, deleted }).toEqual({
    before: true,
    banned: false,
    lifted: true,
    deleted: false,
  })
  expect(seen).toEqual([])
})

test('ADMIN_EMAILS promotes no banned, no deleted and no company account', async () => {
  const { db, sql, member, other, signUp } = await testPeople()
  const third = await signUp('third@example.test')
  const employee = await signUp('employee@example.test')
  await sql(`update auth.users set banned_until = 'infinity' where id = $1`, [member.id])
  await sql('update auth.users set deleted_at = now() where id = $1', [other.id])
  const promote = ({ id, email }: { id: string; email: string }, is_sso_user = false) =>
    db.as({ role: null, claims: {} }, (server) =>
      promoteAdmin(server, [email], { id, email, is_sso_user, email_confirmed_at: new Date() }),
    )

  for (const person of [member, other, third]) await promote(person)
  await promote(employee, true)

  const promoted = await sql(`select id from public.users where role = 'admin' and id = any ($1)`, [
    [member.id, other.id, third.id, employee.id],
  ])
  expect(promoted).toEqual([{ id: third.id }])
})

async function adminWithSession(auth: AuthServer) {
  const admin = await memberWithSession(auth)
  await auth.sql(`update public.users set role = 'admin' where id = $1`, [admin.id])

  return admin
}

async function addAdmin(auth: AuthServer) {
  const admin = await addMember(auth)
  await auth.sql(`update public.users set role = 'admin' where id = $1`, [admin.id])

  return admin
}

/** Without a password, whose hash takes time. */
async function insertAdmin(auth: AuthServer): Promise<string> {
  const [row] = await auth.sql<{ id: string }>(
    `insert into auth.users (id, aud, role, email, email_confirmed_at)
     values (gen_random_uuid(), 'authenticated', 'authenticated', gen_random_uuid() || '@example.test', now())
     returning id`,
  )
  const id = row?.id ?? ''
  await auth.sql(`update public.users set role = 'admin' where id = $1`, [id])

  return id
}

async function ableAdmins(auth: AuthServer): Promise<string[]> {
  const rows = await auth.sql<{ id: string }>('select id from app.able_admins() as id')

  return rows.map(({ id }) => id)
}

const ban = (auth: AuthServer, id: string) =>
  auth.admin(`/admin/users/${id}`, { method: 'PUT', body: { ban_duration: '24h' } })

const remove = (auth: AuthServer, id: string, isSoft: boolean) =>
  auth.admin(`/admin/users/${id}`, { method: 'DELETE', body: { should_soft_delete: isSoft } })

const deleteAccount = (
  auth: AuthServer,
  { email, session }: { email: string; session: { access_token: string } },
) =>
  elsewhere(auth, '/functions/v1/delete-account', {
    method: 'POST',
    headers: { authorization: `Bearer ${session.access_token}` },
    body: JSON.stringify({ confirmation: email }),
  })

const patchRole = (auth: AuthServer, id: string) =>
  elsewhere(auth, `/rest/v1/users?id=eq.${id}`, {
    method: 'PATCH',
    headers: { apikey: auth.keys.secret, 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'member' }),
  })

const demoteByFunction = (auth: AuthServer, id: string) =>
  elsewhere(auth, '/rest/v1/rpc/set_user_role', {
    method: 'POST',
    headers: { apikey: auth.keys.secret, 'content-type': 'application/json' },
    body: JSON.stringify({ input_user_id: id, input_role: 'member' }),
  })

async function elsewhere(auth: AuthServer, path: string, init: RequestInit) {
  const answer = await fetch(`${auth.url}${path}`, init)

  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

function refusing(answer: Parameters<typeof outcome>[0]) {
  if (answer.status >= 400) throw new Error(outcome(answer))
}
