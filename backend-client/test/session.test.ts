import { expect, test } from 'vitest'
import { readGithubToken, readUser } from '#account.ts'
import { BackendError, type OwnSession, SessionError } from '#backend.ts'
import { endSessions, newMember, openClient, openSignedIn } from './member.ts'

const HOUR_MS = 3_600_000
const REFRESH = '/auth/v1/token'
const listReply = { parse: (reply: unknown) => Object(reply).success as boolean }

test('a session of its own is picked up with the token of the site’s session', async () => {
  const member = await newMember()
  const { client, backend } = await openClient()

  const session = await backend.pickUpSession(member.token)

  expect(session).toMatchObject({ userId: member.id, email: member.email, isEnded: false })
  expect(session.accessToken).not.toBe(member.token)
  expect(session.expiresAt - Date.now()).toBeGreaterThan(HOUR_MS - 60_000)
  expect(client.stored).toEqual(session)
  await expect(readUser(backend)).resolves.toEqual({ id: member.id, email: member.email })
})

test('a page gives the fetch that sends its token', async () => {
  const member = await newMember()
  const { backend } = await openClient()

  const session = await backend.pickUpSession((input, init) =>
    fetch(input, { ...init, headers: { authorization: `Bearer ${member.token}` } }),
  )

  expect(session.userId).toBe(member.id)
})

test('a site’s session that has ended gives none, with the server’s code', async () => {
  const member = await newMember()
  const { client, backend } = await openClient()
  await endSessions(member)

  await expect(backend.pickUpSession(member.token)).rejects.toMatchObject({
    status: 401,
    code: 'session_not_found',
  })

  expect(client.stored).toBeNull()
})

test('twenty calls at once renew a token that is about to end once', async () => {
  const { client, backend, member, session } = await openSignedIn()
  client.aheadMs = HOUR_MS - 240_000

  const users = await Promise.all(Array.from({ length: 20 }, () => readUser(backend)))

  expect(users.map(({ id }) => id)).toEqual(Array(20).fill(member.id))
  expect(client.sentTo(REFRESH)).toBe(1)
  expect(client.sentTo('/auth/v1/user')).toBe(20)
  expect(client.stored?.accessToken).not.toBe(session.accessToken)
})

test('twenty calls that are refused, however late, renew the token once', async () => {
  const { client, backend, member } = await openSignedIn()
  spoilToken(client)
  let asked = 0
  client.instead = (path) => {
    if (!path.startsWith('/auth/v1/user') || ++asked > 20) return null
    const refused = { code: 401, error_code: 'bad_jwt', msg: 'invalid JWT' }
    const lateMs = asked * 20
    return new Promise((resolve) =>
      setTimeout(() => resolve(Response.json(refused, { status: 401 })), lateMs),
    )
  }

  const calls = Array.from({ length: 20 }, () => readUser(backend))

  const users = await Promise.all(calls)
  expect(users.map(({ id }) => id)).toEqual(Array(20).fill(member.id))
  expect(client.sentTo(REFRESH)).toBe(1)
  expect(client.sentTo('/auth/v1/user')).toBe(40)
})

test.each([
  ['functions', '/functions/'],
  ['the data API', '/rest/'],
  ['the identity service', '/auth/v1/user'],
])('a token that %s refuse is renewed, and the call repeated', async (_who, path) => {
  const { client, backend } = await openSignedIn()
  spoilToken(client)

  if (path === '/functions/') await sync(backend)
  else if (path === '/rest/') await backend.rows('users?select=id')
  else await readUser(backend)

  expect(client.sentTo(REFRESH)).toBe(1)
  expect(client.sentTo(path)).toBe(2)
})

test.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['429', () => Response.json({ error_code: 'over_request_rate_limit' }, { status: 429 })],
  ['503', () => new Response('<h1>Bad gateway</h1>', { status: 503 })],
])('a renewal that fails with %s keeps the session', async (_how, answer) => {
  const { client, backend, session, member } = await openSignedIn()
  client.aheadMs = HOUR_MS
  client.instead = (path) => (path.startsWith(REFRESH) ? answer() : null)

  await expect(readUser(backend)).rejects.toThrow()

  expect(client.stored).toEqual(session)
  client.instead = () => null
  await expect(readUser(backend)).resolves.toMatchObject({ id: member.id })
})

test('a refused renewal ends the session, and no call is sent until the next one', async () => {
  const { client, backend, session, member } = await openSignedIn()
  await endSessions(member)
  client.aheadMs = HOUR_MS

  await expect(readUser(backend)).rejects.toThrow(SessionError)

  expect(client.stored).toEqual({ ...session, isEnded: true })
  client.sent.length = 0
  await expect(readUser(backend)).rejects.toMatchObject({ status: 0, code: 'session_expired' })
  await expect(backend.renewSession()).rejects.toMatchObject({ code: 'session_expired' })
  expect(client.sent).toEqual([])
})

test('a session that the server no longer knows ends without a renewal', async () => {
  const { client, backend, session, member } = await openSignedIn()
  await endSessions(member)

  await expect(sync(backend)).rejects.toMatchObject({ code: 'session_not_found' })

  expect(client.stored).toEqual({ ...session, isEnded: true })
  expect(client.sentTo(REFRESH)).toBe(0)
})

test.each(['NO_ACCESS_TOKEN', 'TOKEN_EXPIRED_NO_REFRESH', 'TOKEN_RENEWAL_FAILED'])(
  '%s speaks of GitHub’s token: ours is not renewed',
  async (code) => {
    const { client, backend, session } = await openSignedIn()
    client.instead = () => Response.json({ error: 'No', code }, { status: 401 })

    await expect(readGithubToken(backend, { isDoubted: false })).rejects.toMatchObject({
      status: 401,
      code,
      message: 'No',
    })

    expect(client.sentTo(REFRESH)).toBe(0)
    expect(client.stored).toEqual(session)
  },
)

test('without a session nothing is sent', async () => {
  const { client, backend } = await openClient()

  await expect(readUser(backend)).rejects.toMatchObject({ status: 0, code: 'session_expired' })

  await expect(backend.forgetSession()).resolves.toBeUndefined()
  expect(client.sent).toEqual([])
})

test('a sign-out ends the own session only', async () => {
  const { client, backend, member, session } = await openSignedIn()

  await backend.forgetSession()

  expect(client.stored).toBeNull()
  client.stored = session
  await expect(readUser(backend)).rejects.toMatchObject({ code: 'session_not_found' })
  await expect(backend.pickUpSession(member.token)).resolves.toMatchObject({ isEnded: false })
})

test('a session is forgotten although the server cannot be told', async () => {
  const { client, backend } = await openSignedIn()
  client.instead = () => Promise.reject(new TypeError('Failed to fetch'))

  await expect(backend.forgetSession()).rejects.toThrow('Failed to fetch')

  expect(client.stored).toBeNull()
})

test('a session that is forgotten during a renewal stays forgotten', async () => {
  const { client, backend } = await openSignedIn()
  client.aheadMs = HOUR_MS
  client.instead = (path) => {
    if (path.startsWith(REFRESH)) client.stored = null
    return null
  }

  await expect(readUser(backend)).rejects.toMatchObject({ code: 'session_expired' })

  expect(client.stored).toBeNull()
})

test('a refusal carries the whole reply', async () => {
  const { backend } = await openSignedIn()

  const failure = await backend.rows('no_such_table').catch((error: unknown) => error)

  expect(failure).toBeInstanceOf(BackendError)
  expect(failure).toMatchObject({ status: 404, code: 'PGRST205' })
  expect((failure as BackendError).message).toContain('no_such_table')
  expect((failure as BackendError).reply).toHaveProperty('hint')
})

const sync = (backend: Awaited<ReturnType<typeof openClient>>['backend']) =>
  backend.callFunction('sync-bolt-projects', listReply, { localProjects: [] })

/** As after the server's key changed: the token is refused, its refresh token is good. */
function spoilToken(client: { stored: OwnSession | null }): void {
  if (!client.stored) throw new Error('no session is stored')
  const { accessToken } = client.stored
  client.stored = { ...client.stored, accessToken: `${accessToken.slice(0, -8)}AAAAAAAA` }
}
