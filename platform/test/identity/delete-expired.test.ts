import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { deleteExpired } from '#identity/flows/delete-expired.ts'
import { startAuth } from '#test/auth-server.ts'
import { linkFor, memberWithSession } from './people.ts'

test('codes and flows that came to nothing are forgotten after a week, sessions stay', async () => {
  const clock = movableClock()
  const auth = await startAuth({ clock })
  const { email } = await memberWithSession(auth)
  await linkFor(auth, { type: 'recovery', email })
  await auth.post('/otp', { email, code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' })
  const count = async () =>
    (
      await auth.sql(`select (select count(*)::int from auth.one_time_tokens) as codes,
                             (select count(*)::int from auth.flow_state) as flows,
                             (select count(*)::int from auth.sessions) as sessions`)
    )[0]

  await deleteExpired(auth.db)
  const before = await count()
  clock.moveTo(8 * 24 * 3_600_000)
  await deleteExpired(auth.db)

  expect(before).toEqual({ codes: 1, flows: 1, sessions: 1 })
  expect(await count()).toEqual({ codes: 0, flows: 0, sessions: 1 })
})
