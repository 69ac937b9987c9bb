import { expect, test } from 'vitest'
import { startAuth } from '#test/auth-server.ts'
import { memberWithSession, outcome, outcomes, signIn } from './people.ts'

test.each([
  ['global', { mine: false, other: false }],
  ['local', { mine: false, other: true }],
  ['others', { mine: true, other: false }],
] as const)(
  'signing out with scope %s ends exactly these sessions, at once',
  async (scope, stays) => {
    const auth = await startAuth()
    const { email, session: mine } = await memberWithSession(auth)
    const other = await signIn(auth, email)
    const outsider = await memberWithSession(auth)

    const answer = await auth.post(`/logout?scope=${scope}`, undefined, { as: mine.access_token })

    const seen = async (session: typeof mine) => [
      outcome(await auth.call('/user', { as: session.access_token })),
      outcome(
        await auth.post('/token?grant_type=refresh_token', {
          refresh_token: session.refresh_token,
        }),
      ),
    ]
    const alive = ['200', '200']
    const dead = ['403 session_not_found', '400 session_not_found']
    expect(answer.status).toBe(204)
    expect(answer.body).toBe('')
    expect(await seen(mine)).toEqual(stays.mine ? alive : dead)
    expect(await seen(other)).toEqual(stays.other ? alive : dead)
    expect(await seen(outsider.session)).toEqual(alive)
  },
)

test('without a scope everything ends, and an unknown scope is refused', async () => {
  const auth = await startAuth()
  const { email, session } = await memberWithSession(auth)
  const other = await signIn(auth, email)

  const found = await outcomes({
    unknown: () => auth.post('/logout?scope=everything', undefined, { as: session.access_token }),
    none: () => auth.post('/logout', undefined, { as: session.access_token }),
    again: () => auth.post('/logout', undefined, { as: session.access_token }),
    elsewhere: () => auth.call('/user', { as: other.access_token }),
    nobody: () => auth.post('/logout', undefined),
  })

  expect(found).toEqual({
    unknown: '400 validation_failed',
    none: '204',
    again: '403 session_not_found',
    elsewhere: '403 session_not_found',
    nobody: '401 no_authorization',
  })
})
