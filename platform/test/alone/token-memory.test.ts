import type { SessionJson } from '@app/contract/identity'
import { expect, test } from 'vitest'
import { startAuth } from '#test/auth-server.ts'
import { memberWithSession } from '#test/identity/people.ts'
import { liveHeapBytes } from '#test/storage/live-memory.ts'

const MIB = 1024 * 1024
const REFRESHES = 1000

test('a thousand refreshes of the largest token add at most 20 MB', async () => {
  const auth = await startAuth({ env: { AUTH_RATE_LIMIT_FACTOR: '0' } })
  const { id, email, session } = await memberWithSession(auth)
  const metadata = { a: 'x'.repeat(15.5 * 1024) }
  await auth.admin(`/admin/users/${id}`, {
    method: 'PUT',
    body: { user_metadata: metadata, app_metadata: metadata },
  })
  await auth.sql('insert into public.notes (user_id, text) values ($1, $2)', [id, email])
  let current = session
  const refreshAndUse = async () => {
    const { body } = await auth.post<SessionJson>('/token?grant_type=refresh_token', {
      refresh_token: current.refresh_token,
    })
    current = body
    const headers = { authorization: `Bearer ${current.access_token}` }
    const answer = await fetch(`${auth.url}/rest/v1/notes?select=text`, { headers })
    return answer.json()
  }
  // What is made once only, such as connections and compiled code, does not count.
  for (let i = 0; i < 20; i++) await refreshAndUse()
  const before = liveHeapBytes()

  for (let i = 0; i < REFRESHES; i++) {
    auth.logged.length = 0
    expect(await refreshAndUse()).toEqual([{ text: email }])
  }

  expect(current.access_token.length).toBeGreaterThan(40_000)
  expect(liveHeapBytes() - before).toBeLessThan(20 * MIB)
}, 600_000)
