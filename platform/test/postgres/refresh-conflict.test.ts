import { expect, test } from 'vitest'
import { theServer } from '#db/database.ts'
import { startAuth } from '#test/auth-server.ts'
import { memberWithSession, outcome } from '#test/identity/people.ts'

// The embedded database has one connection, so locks cannot conflict.
test('a refresh that waits too long for others on the same session gives up with a conflict', async () => {
  const auth = await startAuth()
  const { session } = await memberWithSession(auth)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let locked = () => {}
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve
  })
  const holder = auth.db.as(theServer, async (sql) => {
    await sql.query('select from auth.sessions for update')
    locked()
    await held
  })
  await isLocked

  const answer = await auth.post('/token?grant_type=refresh_token', {
    refresh_token: session.refresh_token,
  })
  release()
  await holder

  expect(outcome(answer)).toBe('409 conflict')
})
