// One authenticated row read through db.ask and db.as, against the bare driver that does the same begin,
// settings, query and commit in one write. With `--against <folder of another checkout>`, the CPU of each read against
// that one's, which is opened twice to show the noise.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { compareCpu, reportCpu } from './cpu.js'
import { clock, inScratch, schema } from './databases.js'
import { compare, report } from './measure.js'
import { source } from './source.js'

const ROW = 'select id, display_name, role from public.users where id = $1'

const { openDatabase } = await source('platform/src/db/open.ts')
const { theServer } = await source('platform/src/db/database.ts')
const { startEngine } = await source('platform/src/db/embedded-engine.ts')
const { EmbeddedSocket } = await source('platform/src/db/embedded-socket.ts')
const { startPostgres } = await source('platform/test/databases/postgres-server.ts')

const against = process.argv.indexOf('--against')
if (against > 0) await compareWith(process.argv[against + 1])
else {
  await inScratch(onEmbedded)
  await onPostgres()
}
process.exit(0)

async function compareWith(folder) {
  const other = await import(pathToFileURL(join(folder, 'bench/source.js')).href)
  const opened = await other.source('platform/src/db/open.ts')
  const server = await startPostgres()
  const options = { location: { kind: 'postgres', url: server.url('postgres') }, schema, clock }
  const databases = {
    old: await opened.openDatabase(options),
    'old again': await opened.openDatabase(options),
    ours: await openDatabase(options),
  }
  const member = await addMember(databases.ours)

  for (const kind of Object.keys(readers(databases.ours, member))) {
    for (const atOnce of [1, 10]) {
      const contestants = Object.fromEntries(
        Object.entries(databases).map(([name, db]) => [name, readers(db, member)[kind]]),
      )
      reportCpu(
        `${kind}, ${atOnce} at once`,
        await compareCpu(contestants, { atOnce, to: 'old' }),
        'old',
      )
    }
  }
  for (const db of Object.values(databases)) await db.close()
  await server.stop()
}

async function onEmbedded(dataDir) {
  const db = await openDatabase({
    location: { kind: 'embedded', dataDir },
    schema,
    clock,
  })
  const member = await addMember(db)
  const ours = await compare(readers(db, member), { atOnce: 1 })
  await db.close()

  const engine = await startEngine({ folder: join(dataDir, 'postgres'), image: null })
  const client = await connected({
    stream: () => new EmbeddedSocket(engine, null),
    ssl: false,
    user: 'postgres',
  })
  const bare = await compare({ 'bare driver': bareReader([client], member) }, { atOnce: 1 })
  report('Embedded, one at a time', { ...bare, ...ours }, 'bare driver')
  await engine.close()
}

async function onPostgres() {
  const server = await startPostgres()
  const url = server.url('postgres')
  const db = await openDatabase({ location: { kind: 'postgres', url }, schema, clock })
  const member = await addMember(db)
  const clients = await Promise.all(
    Array.from({ length: 10 }, () => connected({ connectionString: url })),
  )

  for (const atOnce of [1, 10]) {
    const rates = await compare(
      { 'bare driver': bareReader(clients.slice(0, atOnce), member), ...readers(db, member) },
      { atOnce },
    )
    report(`PostgreSQL, ${atOnce} at once`, rates, 'bare driver')
  }
  await Promise.all(clients.map((client) => client.end()))
  await db.close()
  await server.stop()
}

function readers(db, member) {
  return {
    'db.ask, one statement': () => db.ask(member, { text: ROW, values: [member.id] }),
    'db.as, reading': () => db.as(member, (sql) => sql.query(ROW, [member.id]), { readOnly: true }),
    'db.as, a transaction': () => db.as(member, (sql) => sql.query(ROW, [member.id])),
  }
}

/** The best that the driver allows: four statements, sent in one write. */
function bareReader(clients, member) {
  const claims = JSON.stringify(member.claims)
  const settings = `select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`

  return async (turn) => {
    const client = clients[turn % clients.length]
    const answers = await Promise.all([
      client.query({ name: 'begin', text: 'begin' }),
      client.query({ name: 'settings', text: settings, values: [claims, member.role] }),
      client.query({ name: 'row', text: ROW, values: [member.id] }),
      client.query({ name: 'commit', text: 'commit' }),
    ])
    return answers[2].rows
  }
}

async function connected(options) {
  const client = new pg.Client({ ...options, pipeline: true })
  await client.connect()
  return client
}

async function addMember(db) {
  const id = crypto.randomUUID()
  await db.ask(theServer, {
    text: `insert into auth.users (id, aud, role, email, raw_user_meta_data) values ($1, 'authenticated', 'authenticated', $2, '{}')`,
    values: [id, `${id}@example.test`],
  })
  return { id, role: 'authenticated', claims: { sub: id, role: 'authenticated', aal: 'aal1' } }
}
