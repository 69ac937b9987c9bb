// Over both databases: a token that is used twice at once is decided by a lock.

import type { SessionJson } from '@app/contract/identity'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { startTestServer } from '#test/test-server.ts'
import { memberWithSession, outcome, outcomes } from './people.ts'

const refresh = (auth: AuthServer, refresh_token: unknown) =>
  auth.post<SessionJson>('/token?grant_type=refresh_token', { refresh_token })

test('a refresh gives new tokens for the same session', async () => {
  const auth = await startAuth()
  const { id, session } = await memberWithSession(auth)

  const { status, body } = await refresh(auth, session.refresh_token)

  expect(status).toBe(200)
  expect(body.refresh_token).not.toBe(session.refresh_token)
  expect(body.user.id).toBe(id)
  expect(decodeJwt(body.access_token).session_id).toBe(decodeJwt(session.access_token).session_id)
})

test('a refresh that cannot be is refused with its own code, never with a 5xx', async () => {
  const auth = await startAuth()
  const loggedOut = await memberWithSession(auth)
  await auth.post('/logout', undefined, { as: loggedOut.session.access_token })
  const banned = await memberWithSession(auth)
  await auth.admin(`/admin/users/${banned.id}`, { method: 'PUT', body: { ban_duration: '1h' } })
  const deleted = await memberWithSession(auth)
  await auth.admin(`/admin/users/${deleted.id}`, { method: 'DELETE' })
  const { session } = await memberWithSession(auth)
  const token = session.refresh_token
  const forged = token.slice(0, -1) + (token.endsWith('A') ? 'Q' : 'A')

  const found = await outcomes({
    missing: () => refresh(auth, undefined),
    null: () => refresh(auth, null),
    short: () => refresh(auth, 'short'),
    'a number': () => refresh(auth, 7),
    'of another server': () => refresh(auth, 'invalid-refresh-token'),
    'of an old server': () => refresh(auth, 'abcdefghijkl'),
    forged: () => refresh(auth, forged),
    'after the sign-out': () => refresh(auth, loggedOut.session.refresh_token),
    banned: () => refresh(auth, banned.session.refresh_token),
    deleted: () => refresh(auth, deleted.session.refresh_token),
  })

  expect(found).toEqual({
    missing: '400 validation_failed',
    null: '400 validation_failed',
    short: '400 validation_failed',
    'a number': '400 bad_json',
    'of another server': '400 refresh_token_not_found',
    'of an old server': '400 refresh_token_not_found',
    forged: '400 refresh_token_not_found',
    'after the sign-out': '400 session_not_found',
    banned: '400 user_banned',
    deleted: '400 session_not_found',
  })
})

test('the parent of the current token is always answered with the current token', async () => {
  const clock = movableClock()
  const auth = await startAuth({ clock })
  const { session } = await memberWithSession(auth)
  const { body: next } = await refresh(auth, session.refresh_token)
  clock.moveTo(30 * 60_000)

  const { status, body } = await refresh(auth, session.refresh_token)

  expect(status).toBe(200)
  expect(body.refresh_token).toBe(next.refresh_token)
})

test('an older token is forgiven for ten seconds, and then ends the session for everybody', async () => {
  const clock = movableClock()
  const auth = await startAuth({ clock })
  const { session } = await memberWithSession(auth)
  const second = (await refresh(auth, session.refresh_token)).body
  const third = (await refresh(auth, second.refresh_token)).body

  // The clock goes back, so that a slow machine does not exceed the ten seconds.
  clock.moveTo(-60_000)
  const forgiven = await refresh(auth, session.refresh_token)
  clock.moveTo(11_000)
  const replayed = await refresh(auth, session.refresh_token)
  const newest = await refresh(auth, third.refresh_token)
  const withToken = await auth.call('/user', { as: third.access_token })

  expect(forgiven.body.refresh_token).toBe(third.refresh_token)
  expect(replayed.body).toEqual({
    code: 'refresh_token_already_used',
    message: 'Invalid Refresh Token: Already Used',
  })
  expect(outcome(newest)).toBe('400 session_not_found')
  expect(outcome(withToken)).toBe('403 session_not_found')
  const [entry] = await auth.sql<{ payload: object; ip_address: string }>(
    `select payload, ip_address from auth.audit_log_entries
      where payload ->> 'action' = 'token_revoked'`,
  )
  expect(entry).toMatchObject({
    ip_address: '127.0.0.1',
    payload: { traits: { refused: 'refresh_token_already_used' } },
  })
})

test('however many refresh at once, they all get the same new token', async () => {
  const auth = await startAuth()
  const { session } = await memberWithSession(auth)

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => refresh(auth, session.refresh_token)),
  )

  expect(new Set(answers.map(outcome))).toEqual(new Set(['200']))
  expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
  expect((await refresh(auth, answers[0]?.body.refresh_token)).status).toBe(200)
})

test('a session sealed under an older key is refreshed after the keys were rotated, and sealed anew', async () => {
  const auth = await startAuth()
  const { session } = await memberWithSession(auth)
  const older = `t1:${Buffer.alloc(32, 7).toString('base64')}`
  const newer = `t2:${Buffer.alloc(32, 9).toString('base64')}`
  const rotated = await startTestServer({
    db: auth.db,
    env: { APP_ENCRYPTION_KEYS: `${older},${newer}`, PUBLISHABLE_KEY: auth.keys.publishable },
  })

  const answer = await fetch(`${rotated.url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: auth.keys.publishable },
    body: JSON.stringify({ refresh_token: session.refresh_token }),
  })

  expect(answer.status).toBe(200)
  const [row] = await auth.sql('select refresh_key_sealed as sealed from auth.sessions')
  expect(row?.sealed).toMatch(/^enc1\.t2\./)
})

test('a session whose key was lost is over, and is no error of the server', async () => {
  const auth = await startAuth()
  const { session } = await memberWithSession(auth)
  await auth.sql(`update auth.sessions set refresh_key_sealed = 'enc1.lost.a.b.c'`)

  expect(outcome(await refresh(auth, session.refresh_token))).toBe('400 session_not_found')
})

test('a token of any client works: the extension sends neither version nor bearer', async () => {
  const auth = await startAuth()
  const { session } = await memberWithSession(auth)

  const answer = await fetch(`${auth.base}/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: auth.keys.publishable },
    body: JSON.stringify({ refresh_token: session.refresh_token }),
  })

  expect(await answer.json()).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_at: expect.any(Number),
    expires_in: 3600,
  })
})
