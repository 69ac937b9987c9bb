// What database changes cost: the trigger against bare inserts, and telling 1,000 members under a policy against one.
import { clock, schema } from './databases.js'
import { source } from './source.js'

const { openDatabase } = await source('platform/src/db/open.ts')
const { theServer } = await source('platform/src/db/database.ts')
const { startPostgres } = await source('platform/test/databases/postgres-server.ts')
const { openChangesFeed } = await source('platform/src/realtime/changes/open-changes-feed.ts')

const ROWS = 100_000
/** A transaction tells at most 10,000 rows of a table. */
const WATCHED_ROWS = 10_000
const MEMBERS = 1_000
const TURNS = 5
const quiet = {
  debug() {},
  info() {},
  warn: console.error,
  error: console.error,
  fatal: console.error,
}
const SLOW = { statementLimitMs: 120_000 }

const server = await startPostgres()
const db = await openDatabase({
  location: { kind: 'postgres', url: server.url('postgres') },
  schema,
  clock,
})
const run = (text, values = []) => db.ask(theServer, { text, values }, SLOW)
await db.script(`
  create table public.bare (id bigint primary key, owner integer, text text, at timestamptz default now());
  create table public.published (like public.bare including all);
  create table public.owned (like public.bare including all);
  alter table public.owned enable row level security;
  grant select on public.published, public.owned to authenticated;
  create policy "own" on public.owned for select to authenticated using (owner = ((select auth.jwt()) ->> 'n')::integer);
  alter publication supabase_realtime add table public.published, public.owned;
`)
const feed = openChangesFeed({ db, log: quiet })
await feed.start()

const bare = await insertMs('bare', ROWS)
const unwatched = await insertMs('published', ROWS)
const told = { count: 0, reached: () => {} }
const subscription = await feed.subscribe(callerOf(0), [bindingOf('published')], {
  change: () => {},
  gap: () => {},
})
const bareFew = await insertMs('bare', WATCHED_ROWS)
const watched = await insertMs('published', WATCHED_ROWS)
subscription.end()
const micros = (ms, rows) => `${((ms * 1000) / rows).toFixed(1)} µs a row`
console.log(`insert, bare                    ${micros(bare, ROWS)}`)
console.log(
  `insert, published               ${micros(unwatched, ROWS)}   ${(unwatched / bare).toFixed(1)} of bare`,
)
console.log(
  `insert, published, subscribed   ${micros(watched, WATCHED_ROWS)}   ${(watched / bareFew).toFixed(1)} of bare`,
)

for (const members of [1, MEMBERS]) {
  const subscriptions = []
  for (let n = 0; n < members; n++)
    subscriptions.push(await feed.subscribe(callerOf(n), [bindingOf('owned')], listener()))
  const ms = await tellMs(members)
  console.log(
    `a change checked for ${String(members).padStart(5)} members  ${ms.toFixed(1)} ms until told`,
  )
  for (const one of subscriptions) one.end()
}

await feed.stop()
await db.close()
await server.stop()
process.exit()

function callerOf(n) {
  return { role: 'authenticated', claims: { role: 'authenticated', sub: crypto.randomUUID(), n } }
}

function bindingOf(table) {
  return { id: 1, event: '*', schema: 'public', table }
}

function listener() {
  return {
    change: () => {
      told.count += 1
      told.reached()
    },
    gap: (reason) => console.error(`gap: ${reason}`),
  }
}

/** The best of several turns, in transactions of their own. */
async function insertMs(table, rows) {
  let best = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < TURNS; turn++) {
    await run(`truncate public.${table}`)
    const began = performance.now()
    await run(
      `insert into public.${table} (id, owner, text) select n, n, 'what a row says' from generate_series(1, $1::integer) as n`,
      [rows],
    )
    best = Math.min(best, performance.now() - began)
  }
  return best
}

/** From a commit until its owner is told, when all members' policies have been asked. */
async function tellMs(members) {
  let best = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < TURNS * 4; turn++) {
    const isTold = new Promise((resolve) => {
      told.reached = resolve
    })
    const began = performance.now()
    await run(`insert into public.owned (id, owner) values ($1, $2)`, [
      members * 1000 + turn,
      turn % members,
    ])
    await isTold
    best = Math.min(best, performance.now() - began)
  }
  return best
}
