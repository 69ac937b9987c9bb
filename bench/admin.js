// The admin area on PostgreSQL as it grows: page 1, page 1,000, a filter, a search and the figures, with many accounts and as much
// feedback, against 10,000 of each. `--rows` says how many (1,000,000).

import { parseArgs } from 'node:util'
import { clock, schema } from './databases.js'
import { source } from './source.js'

const { theServer } = await source('platform/src/db/database.ts')
const { openDatabase } = await source('platform/src/db/open.ts')
const { startPostgres } = await source('platform/test/databases/postgres-server.ts')
const { countPeople, listPeople } = await source('server/src/admin/users-list-table.ts')
const { writeFigures } = await source('server/src/admin/figures-table.ts')

const FEW = 10_000
const PAGE = 50
const TURNS = 15
const HOUR_MS = 3_600_000
const ADMIN = '00000000-0000-4000-8000-000000000000'
const admin = {
  role: 'authenticated',
  claims: { sub: ADMIN, role: 'authenticated', aal: 'aal1' },
}

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const many = Number(values.rows)
const server = await startPostgres()
const db = await openDatabase({
  location: { kind: 'postgres', url: server.url('postgres') },
  schema,
  clock,
})

await begin()
await grow(0, FEW)
const few = await measure(FEW)
await grow(FEW, many)
const grown = await measure(many)

console.log(`${FEW.toLocaleString('en')} against ${many.toLocaleString('en')} rows, in ms`)
for (const [name, ms] of Object.entries(grown)) {
  const ratio = (ms / few[name]).toFixed(2)
  console.log(`  ${name.padEnd(34)} ${few[name].toFixed(1)} → ${ms.toFixed(1)}   ${ratio}`)
}
await db.close()
await server.stop()

function ask(text, parameters = []) {
  const limit = { statementLimitMs: HOUR_MS }
  return db.ask(theServer, { text, values: parameters }, limit)
}

async function begin() {
  await ask(`insert into public.feedback_categories (code) values ('bug'), ('question')`)
  await ask(
    `insert into auth.users (id, aud, role, email, email_confirmed_at) values ($1, 'authenticated', 'authenticated', 'admin@example.test', now())`,
    [ADMIN],
  )
  await ask(`update public.users set role = 'admin' where id = $1`, [ADMIN])
  await ask(
    `select app.store_figures_on(day), app.store_figures_at(day, app.start_of_day(day + 1))
       from (select current_date - age as day from generate_series(1, 181) as age) as earlier`,
  )
}

/** One account and one piece of feedback a minute, up to now. One word in a thousand texts is rare. */
async function grow(from, to) {
  for (let first = from; first < to; first += 50_000) {
    const last = Math.min(first + 50_000, to)
    await ask(
      `insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, last_sign_in_at)
       select gen_random_uuid(), 'authenticated', 'authenticated', 'person-' || n || '@example.test', now(),
              now() - n * interval '1 minute', now() - n * interval '1 minute'
         from generate_series($1::int, $2::int - 1) as n`,
      [first, last],
    )
    await ask(
      `update public.users set created_at = account.created_at from auth.users as account
        where account.id = users.id and users.created_at <> account.created_at`,
    )
    await ask(
      `insert into public.user_feedback (feedback_category, title, description, status, created_at, resolved_at)
       select case when n % 3 = 0 then 'bug' else 'question' end, 'Item ' || n,
              case when n % 1000 = 0 then 'lantern' else 'push' end || ' and more words',
              case when n % 20 = 0 then 'new' else 'resolved' end, now() - n * interval '1 minute',
              case when n % 20 <> 0 then now() - n * interval '1 minute' + interval '1 hour' end
         from generate_series($1::int, $2::int - 1) as n`,
      [first, last],
    )
  }
  await ask('analyze auth.users, public.users, public.user_feedback')
}

/** Page 1,000 of the small table is its last one. */
async function measure(rows) {
  const began = performance.now()
  await writeFigures(db)
  const job = performance.now() - began
  const deep = Math.min(1000 * PAGE, rows - PAGE)
  const at = new Date(Date.now() - deep * 60_000)
  const people = (filter, after) =>
    db.as(theServer, (sql) => listPeople(sql, filter, { after, limit: PAGE + 1 }), {
      readOnly: true,
    })
  const asAdmin = (text, parameters = []) => db.ask(admin, { text, values: parameters })
  const list = (where, parameters) =>
    asAdmin(
      `select * from public.user_feedback where ${where} order by created_at desc, id limit ${PAGE}`,
      parameters,
    )
  const none = '00000000-0000-4000-8000-000000000000'

  const works = {
    'people, page 1': () => people({}, null),
    'people, page 1,000': () => people({}, { key: at.toISOString(), id: none }),
    'people, unconfirmed': () => people({ status: 'unconfirmed' }, null),
    'people, search': () => people({ q: 'person-777@' }, null),
    'people, count': () => db.as(theServer, (sql) => countPeople(sql, {}), { readOnly: true }),
    'feedback, page 1': () => list('true'),
    'feedback, page 1,000': () =>
      list('created_at <= $1 and (created_at < $1 or id > $2)', [at, none]),
    'feedback, new ones': () => list(`status = 'new'`),
    'feedback, search': () =>
      asAdmin(
        `select * from public.search_feedback('lantern') order by created_at desc, id limit ${PAGE}`,
      ),
    'feedback, count': () => asAdmin(`select public.count_feedback('{}')`),
    'figures, 90 days': () => asAdmin('select public.get_admin_figures(90)'),
  }
  const found = {}
  for (const [name, work] of Object.entries(works)) found[name] = await median(work)
  found['the hourly job'] = job

  return found
}

async function median(work) {
  const times = []
  for (let turn = 0; turn < TURNS; turn++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return times.toSorted((one, other) => one - other)[Math.floor(TURNS / 2)]
}
