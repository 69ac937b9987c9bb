import type { SessionJson } from '@app/contract/identity'
import { expect, test } from 'vitest'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { memberWithSession, PASSWORD, signIn } from '#test/identity/people.ts'

const ROUNDS = 100
const UNLIMITED = { AUTH_RATE_LIMIT_FACTOR: '0', AUTH_MAIL_INTERVAL_S: '0' }

/** Calls that race with a global sign-out and could leave a session or tokens behind. */
const RACES: Record<string, (auth: AuthServer, session: SessionJson) => Promise<Response>> = {
  'minting a session': (auth, { access_token }) =>
    fetch(`${auth.url}/functions/v1/mint-extension-session`, {
      method: 'POST',
      headers: { apikey: auth.keys.publishable, authorization: `Bearer ${access_token}` },
    }),
  refreshing: (auth, { refresh_token }) =>
    fetch(`${auth.base}/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: auth.keys.publishable, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token }),
    }),
  'changing the metadata': (auth, { access_token }) =>
    fetch(`${auth.base}/user`, {
      method: 'PUT',
      headers: {
        apikey: auth.keys.publishable,
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ data: { at: 1 } }),
    }),
}

test.each(Object.entries(RACES))(
  'of 100 races between a sign-out everywhere and %s, no session survives',
  async (_name, race) => {
    const auth = await startAuth({ env: UNLIMITED })
    const { email } = await memberWithSession(auth)
    const statuses = new Set<number>()
    let survivors = 0

    for (let round = 0; round < ROUNDS; round++) {
      const session = await newSession(auth, email)
      const [raced, again, signedOut] = await Promise.all([
        race(auth, session),
        race(auth, session),
        auth.call('/logout', { method: 'POST', as: session.access_token }),
      ])
      for (const { status } of [raced, again, signedOut]) statuses.add(status)
      const [left] = await auth.sql<{ count: number }>(
        'select count(*)::int as count from auth.sessions',
      )
      survivors += left?.count ?? 0
    }

    expect(survivors).toBe(0)
    expect([...statuses].filter((status) => status >= 500)).toEqual([])
  },
)

test('of 20 races between a password change and a mint, only the changing session survives', async () => {
  const auth = await startAuth({ env: { ...UNLIMITED, AUTH_REQUIRE_CURRENT_PASSWORD: 'false' } })
  const { email } = await memberWithSession(auth)
  const mint = RACES['minting a session'] as (typeof RACES)[string]
  let password = PASSWORD
  const left: number[] = []

  for (let round = 0; round < 20; round++) {
    const changing = await signIn(auth, email, password)
    const other = await signIn(auth, email, password)
    const next = `${PASSWORD} ${round}`
    const answers = await Promise.all([
      mint(auth, other),
      mint(auth, other),
      auth.call('/user', {
        method: 'PUT',
        body: { password: next },
        as: changing.access_token,
      }),
      mint(auth, other),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    password = next
    left.push((await auth.sql('select from auth.sessions')).length)
  }

  expect(left).toEqual(Array(20).fill(1))
})

/** By a link instead of a password: hashing hundreds of them would take longer than the races. */
async function newSession(auth: AuthServer, email: string): Promise<SessionJson> {
  const { body } = await auth.admin<{ hashed_token: string }>('/admin/generate_link', {
    method: 'POST',
    body: { type: 'magiclink', email },
  })
  const verified = await auth.post<SessionJson>('/verify', {
    type: 'magiclink',
    token_hash: body.hashed_token,
  })

  return verified.body
}
