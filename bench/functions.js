// An empty function, open and for members, against a bare handler on the same kind of server.
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { clock, onBoth } from './databases.js'
import { openServer } from './http-server.js'
import { compare, report } from './measure.js'
import { source } from './source.js'
import { apiKeys, sign, silentLog, tokens } from './tokens.js'

const { theServer } = await source('platform/src/db/database.ts')
const { functionHost } = await source('platform/src/http/functions/host.ts')
const { memberFunction, openFunction } = await source(
  'platform/src/http/functions/server-function.ts',
)
const { identify } = await source('platform/src/identity/sessions/identify.ts')

const empty = async () => new Response(null, { status: 204 })

await onBoth(async (db, name) => {
  const host = functionHost(
    { open: openFunction('POST', empty), member: memberFunction('POST', empty) },
    undefined,
    {
      tokens,
      apiKeys,
      limits: { take: async () => {} },
      identify: (bearer) => identify({ db, clock }, bearer),
      log: silentLog,
      metrics: { functionAnswered() {} },
      limitMs: 10_000,
    },
  )
  const functions = await openServer('/functions/v1', host)
  const bare = await openServer(
    '/functions/v1',
    new Hono().post('/bare', () => empty()),
  )
  const authorization = `Bearer ${await memberToken(db)}`

  report(
    `${name}, empty function, ten at once`,
    await compare(
      {
        'bare handler': () => bare.ask('/bare', { method: 'POST' }),
        'open function': () => functions.ask('/open', { method: 'POST' }),
        'member function': () =>
          functions.ask('/member', { method: 'POST', headers: { authorization } }),
      },
      { atOnce: 10 },
    ),
    'bare handler',
  )
  await functions.close()
  await bare.close()
})
process.exit(0)

async function memberToken(db) {
  const id = randomUUID()
  const session = randomUUID()
  await db.ask(theServer, {
    text: `insert into auth.users (id, aud, role, email, raw_user_meta_data) values ($1, 'authenticated', 'authenticated', $2, '{}')`,
    values: [id, `${id}@example.test`],
  })
  await db.ask(theServer, {
    text: `insert into auth.sessions (id, user_id, refresh_key_sealed) values ($1, $2, 'enc1.unused')`,
    values: [session, id],
  })

  return sign({ sub: id, role: 'authenticated', session_id: session })
}
