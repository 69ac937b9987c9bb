// Over both databases: every table with a reference to a person, and its files.

import { movableClock } from '@app/platform/clock/clock.ts'
import { memberWithSession, outcome } from '@app/platform/test/identity/people.ts'
import { expect, test } from 'vitest'
import { startAdminServer } from '#test/admin/admin-server.ts'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import type { TestMember } from '#test/new-member.ts'
import { countRows, everyTable, tablesAboutPeople, tablesWith } from './every-table.ts'
import { fullAccount } from './full-account.ts'

const HOUR_MS = 60 * 60_000

type Server = Awaited<ReturnType<typeof startAdminServer>>
type Person = Awaited<ReturnType<typeof fullAccount>>

/** Who deletes an account, and how. */
const WAYS: [
  string,
  (server: Server, person: Person, admin: TestMember) => Promise<{ status: number }>,
][] = [
  [
    'its owner',
    (server, { email, session }) =>
      deleteAccount(server, session.access_token, { confirmation: email }),
  ],
  [
    'an admin',
    (server, { id, email }, admin) =>
      server.users(admin, {
        action: 'delete',
        userId: id,
        confirmation: email,
        reason: 'Asked for it',
      }),
  ],
  ['the service key', (server, { id }) => server.admin(`/admin/users/${id}`, { method: 'DELETE' })],
]

/** Addresses in the logs, in the owner's mail and its job, and in call counters. */
const OF_THE_CALLER = [
  'auth.audit_log_entries',
  'ops.jobs',
  'ops.mail_outbox',
  'ops.rate_limits',
  'public.audit_log',
]

/** Rows of somebody else, and those that no longer say whose they were. */
const LEFT = {
  'app.task_numbers': 1,
  'auth.identities': 1,
  'auth.known_devices': 1,
  'auth.oauth_clients': 1,
  'auth.sessions': 1,
  'auth.users': 1,
  'ops.webhook_events': 1,
  'public.active_days': 1,
  'public.analytics': 5,
  'public.cancellations': 1,
  'public.checkouts': 1,
  'public.feedback_categories': 1,
  'public.forgotten_subscriptions': 1,
  'public.plans': 1,
  'public.project_invitations': 1,
  'public.project_members': 1,
  'public.projects': 1,
  'public.tasks': 1,
  'public.temporary_clones': 1,
  'public.transactions': 1,
  'public.users': 1,
}

test('a deleted account is named in no table any more', async () => {
  const auth = await startAuth({ withMail: true })
  const person = await fullAccount(auth)
  const words = [person.id, person.email, 'quist']
  const tables = await everyTable(auth.sql)
  const about = await tablesAboutPeople(auth.sql)

  const before = await tablesWith(auth.sql, tables, words)
  const answer = await deleteAccount(auth, person.session.access_token, {
    confirmation: person.email,
  })
  const mails = await auth.mailsTo(person.email)
  const after = await tablesWith(auth.sql, tables, words)

  expect(mails.map(({ subject }) => subject)).toContain('Your Gitferry account is deleted')
  expect(after).toEqual([])
  expect(about.filter((table) => !before.includes(table))).toEqual([])
  expect(outcome(answer)).toBe('200')
})

test.for(WAYS)(
  'deleted by %s, what others need stays without the person: the books, shared work, copies to delete',
  async ([, remove]) => {
    const auth = await startAdminServer()
    const admin = await auth.newAdmin()
    const person = await fullAccount(auth)

    await remove(auth, person, admin)

    expect(
      await auth.sql(
        'select user_id, subscription_id, invoice_url, provider_invoice_id, amount::text from public.transactions',
      ),
    ).toEqual([
      {
        user_id: null,
        subscription_id: null,
        invoice_url: null,
        provider_invoice_id: 'invoice-1',
        amount: '4.00',
      },
    ])
    expect(
      await auth.sql('select user_id, url, success_url, completed_at from public.checkouts'),
    ).toEqual([{ user_id: null, url: null, success_url: '', completed_at: null }])
    expect(await auth.sql('select user_id, reason, comment from public.cancellations')).toEqual([
      { user_id: null, reason: 'other', comment: null },
    ])
    expect(await auth.sql('select name, assignee_id, created_by from public.tasks')).toEqual([
      { name: 'Stays', assignee_id: null, created_by: null },
    ])
    expect(
      await auth.sql('select id, delete_at <= now() as is_due from public.temporary_clones'),
    ).toEqual([{ id: person.clone, is_due: true }])
    await auth.sql('update public.temporary_clones set deleted_at = now()')
    expect(await auth.sql('select from public.temporary_clones')).toEqual([])
    expect(await auth.sql('select from storage_private.chunks')).toEqual([])
    expect(await auth.sql(`select payload from ops.jobs where kind = 'end-subscription'`)).toEqual([
      { payload: { subscriptionId: 'ls-1' } },
    ])
  },
)

test('a deleted account opens nothing, and its address is free again', async () => {
  const auth = await startAuth()
  const { email, session } = await memberWithSession(auth)

  await deleteAccount(auth, session.access_token, { confirmation: ` ${email.toUpperCase()} ` })

  const again = await auth.call('/user', { as: session.access_token })
  const refreshed = await auth.post('/token?grant_type=refresh_token', {
    refresh_token: session.refresh_token,
  })
  expect([outcome(again), outcome(refreshed)]).toEqual([
    '403 user_not_found',
    '400 session_not_found',
  ])
  await memberWithSession(auth, email)
})

test('the account’s own address has to be typed', async () => {
  const auth = await startAuth()
  const { session } = await memberWithSession(auth)
  const { access_token } = session

  const wrong = await deleteAccount(auth, access_token, { confirmation: 'other@example.test' })
  const none = await deleteAccount(auth, access_token, {})

  expect([outcome(wrong), outcome(none)]).toEqual([
    '400 confirmation_mismatch',
    '400 validation_failed',
  ])
  expect(outcome(await auth.call('/user', { as: access_token }))).toBe('200')
})

test('an hour after signing in, a code from the mailbox is wanted too', async () => {
  const clock = movableClock()
  const auth = await startAuth({ withMail: true, clock })
  const { email, session } = await memberWithSession(auth)
  clock.moveTo(HOUR_MS)
  const renewed = await auth.post<{ access_token: string }>('/token?grant_type=refresh_token', {
    refresh_token: session.refresh_token,
  })
  const token = renewed.body.access_token

  const old = await deleteAccount(auth, token, { confirmation: email })
  await auth.call('/reauthenticate', { as: token })
  const { code } = await auth.mailTo(email)
  const guessed = await deleteAccount(auth, token, { confirmation: email, nonce: '000000' })
  const proven = await deleteAccount(auth, token, { confirmation: email, nonce: code })

  expect([old, guessed, proven].map(outcome)).toEqual([
    '403 reauthentication_needed',
    '422 reauthentication_not_valid',
    '200',
  ])
})

test('an admin who deletes somebody leaves as little behind', async () => {
  const auth = await startAuth()
  const person = await fullAccount(auth)

  await auth.admin(`/admin/users/${person.id}`, { method: 'DELETE' })

  const tables = await everyTable(auth.sql)
  const words = [person.email, 'quist']
  expect(await tablesWith(auth.sql, tables, words)).toEqual([])
  // Only the audit line that an admin did it.
  expect(await tablesWith(auth.sql, tables, [person.id])).toEqual(['auth.audit_log_entries'])
  expect(await auth.sql(`select payload from ops.jobs where kind = 'end-subscription'`)).toEqual([
    { payload: { subscriptionId: 'ls-1' } },
  ])
})

test.for(WAYS)(
  'deleted by %s, an account leaves the rows that others need and no more',
  async ([, remove]) => {
    const server = await startAdminServer()
    const admin = await server.newAdmin()
    const before = await countRows(server.sql)
    const person = await fullAccount(server)

    const answer = await remove(server, person, admin)

    const after = await countRows(server.sql)
    const left = Object.keys(after)
      .filter((table) => !OF_THE_CALLER.includes(table))
      .map((table) => [table, (after[table] ?? 0) - (before[table] ?? 0)] as const)
      .filter(([, added]) => added !== 0)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(left)).toEqual(LEFT)
  },
)

test('an account that an admin only empties is not charged any more, and no job of it is left', async () => {
  const auth = await startAuth()
  const person = await fullAccount(auth)

  await auth.admin(`/admin/users/${person.id}`, {
    method: 'DELETE',
    body: { should_soft_delete: true },
  })
  await auth.settle()

  expect(
    await auth.sql(
      'select status, ends_at <= now() as is_over, renews_at from public.subscriptions',
    ),
  ).toEqual([{ status: 'expired', is_over: true, renews_at: null }])
  expect(await auth.sql('select from public.github_integrations')).toEqual([])
  expect(
    await auth.sql(`select from ops.jobs where kind like 'end-%' and state <> 'done'`),
  ).toEqual([])
})

async function deleteAccount(auth: AuthServer, token: string, body: object) {
  const answer = await fetch(`${auth.url}/functions/v1/delete-account`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}
