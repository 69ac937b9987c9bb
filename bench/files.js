// Files of 100 KB and 5 MB up and down over HTTP, against the driver that writes and reads the same rows and
// does nothing else. Client and server share one process, so both pay for both ends of the socket.
import { randomBytes, randomUUID } from 'node:crypto'
import { clock, onBoth } from './databases.js'
import { openServer } from './http-server.js'
import { compare, report } from './measure.js'
import { source } from './source.js'
import { apiKeys, sign, silentLog, tokens } from './tokens.js'

const CHUNK = 262_144

const { theServer } = await source('platform/src/db/database.ts')
const { storageRoutes } = await source('platform/src/http/storage/routes.ts')
const { rateLimits } = await source('platform/src/limits/rate-limits.ts')

const authorization = `Bearer ${await sign({ role: 'service_role' })}`

await onBoth(async (db, name) => {
  const files = {
    db,
    clock,
    limits: rateLimits(db),
    signingKey: randomBytes(32),
    maxFileBytes: 52_428_800,
  }
  const server = await openServer(
    '/storage/v1',
    storageRoutes({ files, tokens, apiKeys, log: silentLog, appName: 'bench' }),
  )
  const json = { authorization, 'content-type': 'application/json' }
  await server.ask('/bucket', { method: 'POST', headers: json, body: '{"name":"bench"}' })

  for (const size of [100_000, 5_000_000]) {
    const bytes = randomBytes(size)
    const upload = () =>
      server.ask('/object/bench/file', { method: 'PUT', headers: { authorization }, body: bytes })
    const download = () => server.ask('/object/bench/file', { headers: { authorization } })
    await upload()
    const version = await versionOf(db)

    report(
      `${name}, ${size / 1000} KB up`,
      await compare({ driver: () => writeRows(db, bytes), upload }, { atOnce: 1 }, 2),
      'driver',
    )
    report(
      `${name}, ${size / 1000} KB down`,
      await compare({ driver: () => readRows(db, version, size), download }, { atOnce: 1 }, 2),
      'driver',
    )
  }
  await server.close()
})
process.exit(0)

async function versionOf(db) {
  const { rows } = await db.ask(theServer, {
    text: `insert into storage_private.versions (version) values (gen_random_uuid()) returning version`,
  })
  const { rows: objects } = await db.ask(theServer, { text: 'select version from storage.objects' })
  await db.ask(theServer, {
    text: `insert into storage_private.chunks select $1, seq, data from storage_private.chunks where version = $2`,
    values: [rows[0].version, objects[0].version],
  })

  return rows[0].version
}

/** The rows of one file, as any program would write them: one statement, one parameter for each row. */
async function writeRows(db, bytes) {
  const version = randomUUID()
  await db.ask(theServer, {
    text: 'insert into storage_private.versions (version) values ($1)',
    values: [version],
  })
  for (let seq = 0; seq * CHUNK < bytes.length; seq++) {
    await db.ask(theServer, {
      text: 'insert into storage_private.chunks (version, seq, data) values ($1, $2, $3)',
      values: [version, seq, bytes.subarray(seq * CHUNK, (seq + 1) * CHUNK)],
    })
  }
}

/** The same rows as the driver gives them, which is as text that it turns into bytes. */
async function readRows(db, version, size) {
  const { rows } = await db.ask(theServer, {
    text: 'select data from storage_private.chunks where version = $1 order by seq',
    values: [version],
  })
  const read = rows.reduce((sum, { data }) => sum + data.length, 0)
  if (read !== size) throw new Error(`Read ${read} of ${size} bytes`)
}
