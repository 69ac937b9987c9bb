import { type Database, theServer } from '@app/platform/db/database.ts'
import { quickHashing } from '@app/platform/test/test-server.ts'
import { expect, inject, test } from 'vitest'
import '@app/platform/test/databases/given.ts'
import { startTestServer } from '#test/test-server.ts'

const EMAIL = 'ada@example.test'
const PASSWORD = 'a-long-enough-password'

// PostgreSQL's statements are prepared for each connection, of which any may serve the sign-in.
test.runIf(inject('database').kind === 'embedded')(
  'the first sign-in after the start needs no statement that is not prepared',
  async () => {
    const { url, db } = await startTestServer({ env: { PUBLISHABLE_KEY } })
    await addMember(db)
    await preparedIn(db)
    const before = await preparedIn(db)

    const answer = await signIn(url)

    expect(answer.status).toBe(200)
    expect(before).not.toEqual([])
    expect(await preparedIn(db)).toEqual(before)
  },
)

test('the sign-in that warms the server leaves no row', async () => {
  const { db, logged } = await startTestServer()

  const { rows } = await db.ask(theServer, {
    text: `select (select count(*)::int from auth.users) as users,
                  (select count(*)::int from auth.sessions) as sessions,
                  (select count(*)::int from auth.audit_log_entries) as entries,
                  (select count(*)::int from public.users) as profiles,
                  (select count(*)::int from ops.rate_limits where key like '%192.0.2.1%') as buckets`,
  })

  expect(rows).toEqual([{ users: 0, sessions: 0, entries: 0, profiles: 0, buckets: 0 }])
  expect(logged.join('')).not.toContain('sign-in warm-up failed')
})

const PUBLISHABLE_KEY = 'sb_publishable_0123456789abcdefghij'

const signIn = (url: string) =>
  fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: PUBLISHABLE_KEY },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })

/** Inserted by a script, which uses no prepared statement. */
const addMember = async (db: Database) =>
  db.script(
    `insert into auth.users (aud, role, email, email_confirmed_at, encrypted_password)
     values ('authenticated', 'authenticated', '${EMAIL}', now(), '${await quickHashing.hash(PASSWORD)}')`,
  )

/** Those of identity: background work may prepare its own at any time. */
async function preparedIn(db: Database): Promise<string[]> {
  const { rows } = await db.ask<{ statement: string }>(theServer, {
    text: `select statement from pg_prepared_statements where statement ~ 'auth[.]|rate_limits' order by 1`,
  })

  return rows.map(({ statement }) => statement)
}
