import type { ListSessionsReply } from '@app/contract/account-replies'
import type { SessionJson } from '@app/contract/identity'
import { memberWithSession, outcome, signIn } from '@app/platform/test/identity/people.ts'
import { expect, test } from 'vitest'
import { type AuthServer, startAuth } from '#test/auth-server.ts'

test('a member sees their own sessions, the current one first', async () => {
  const auth = await startAuth()
  const { email, session } = await memberWithSession(auth)
  await signIn(auth, email)
  await memberWithSession(auth)
  await call<SessionJson>(auth, session.access_token, 'mint-extension-session')

  const { body } = await list(auth, session)

  expect(body.sessions).toHaveLength(3)
  expect(body.sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false])
  expect(body.sessions.map(({ kind }) => kind).sort()).toEqual(['browser', 'browser', 'extension'])
  expect(body.sessions[0]).toMatchObject({
    ip: '127.0.0.1',
    userAgent: expect.any(String),
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
})

test('an extension’s session ends with the sign-in that it was made from', async () => {
  const auth = await startAuth()
  const { session } = await memberWithSession(auth)
  await auth.sql(
    `update auth.sessions set not_after = date_trunc('second', now()) + interval '1 hour'`,
  )

  await call<SessionJson>(auth, session.access_token, 'mint-extension-session')

  const ends = await auth.sql(`select distinct not_after from auth.sessions`)
  expect(ends).toEqual([{ not_after: expect.any(Date) }])
})

test('a device that is signed out from another is out at once', async () => {
  const auth = await startAuth()
  const { email, session } = await memberWithSession(auth)
  const lost = await signIn(auth, email)
  const { body } = await list(auth, lost)
  const lostId = body.sessions.find(({ isCurrent }) => isCurrent)?.id

  const ended = await end(auth, session, lostId)
  const twice = await end(auth, session, lostId)

  expect([outcome(ended), outcome(twice)]).toEqual(['200', '200'])
  expect(outcome(await auth.call('/user', { as: lost.access_token }))).toBe('403 session_not_found')
  expect(outcome(await list(auth, lost))).toBe('401 session_not_found')
  expect(outcome(await auth.call('/user', { as: session.access_token }))).toBe('200')
})

test('nobody signs out somebody else', async () => {
  const auth = await startAuth()
  const { session } = await memberWithSession(auth)
  const other = await memberWithSession(auth)
  const { body } = await list(auth, other.session)

  const answer = await end(auth, session, body.sessions[0]?.id)
  const nonsense = await end(auth, session, 'all')

  expect([outcome(answer), outcome(nonsense)]).toEqual(['200', '400 validation_failed'])
  expect(outcome(await auth.call('/user', { as: other.session.access_token }))).toBe('200')
})

const list = (auth: AuthServer, { access_token }: SessionJson) =>
  call<ListSessionsReply>(auth, access_token, 'list-sessions', 'GET')

const end = (auth: AuthServer, { access_token }: SessionJson, sessionId?: string) =>
  call(auth, access_token, 'end-session', 'POST', { sessionId })

async function call<Body>(
  auth: AuthServer,
  token: string,
  name: string,
  method = 'POST',
  body?: object,
) {
  const answer = await fetch(`${auth.url}/functions/v1/${name}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Body,
  }
}
