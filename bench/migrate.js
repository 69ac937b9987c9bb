// The upgrade of the first release with many links on PostgreSQL: what its reads notice while a new server migrates. `--rows` says how
// many links (1,000,000), `--rate` how many reads a second (50), `--idle` for how many seconds they are measured before (20).

import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { clock, inScratch, schema } from './databases.js'
import { source } from './source.js'

const { openDatabase } = await source('platform/src/db/open.ts')
const { startPostgres } = await source('platform/test/databases/postgres-server.ts')

/** The last files of the first release. Files up to these have not changed since. */
const FIRST_RELEASE = { platformSql: '0006', migrations: '0026' }
const LINKS_PER_MEMBER = 10
const READERS = 10

/** What the first release's data API asks for a member's links and tasks, as that member. */
const READS = [
  `select coalesce(json_agg(one), '[]') from (
     select id, bolt_project_id, project_name, github_repo_owner, github_repo_name, github_branch, github_repo_url, is_private, last_sync_at
       from public.bolt_projects where deleted_at is null order by last_sync_at desc nulls last, created_at desc limit 50) as one`,
  `select coalesce(json_agg(one), '[]') from (
     select id, name, status, position, due_date from public.tasks
      where project_id = (select project_id from public.project_members where user_id = auth.uid() limit 1)
      order by position limit 50) as one`,
  `select coalesce(json_agg(one), '[]') from (
     select tasks.id, tasks.name, tasks.status, projects.name as project from public.tasks join public.projects on projects.id = tasks.project_id
      order by tasks.created_at desc limit 50) as one`,
  `select coalesce(json_agg(one), '[]') from (
     select id, branch, commit_sha, succeeded, created_at from public.push_records order by created_at desc limit 20) as one`,
]

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rate: { type: 'string', default: '50' },
    idle: { type: 'string', default: '20' },
    url: { type: 'string' },
  },
})
const files = []
let stopReading = false
const links = Number(values.rows)
const members = Math.ceil(links / LINKS_PER_MEMBER)
const server = values.url ? null : await startPostgres()
const url = values.url ?? server.url('postgres')

await inScratch(async (folder) => {
  const first = await open(firstRelease(folder))
  await first.close()
})
const admin = new pg.Client(url)
await admin.connect()
await fill()

const pool = new pg.Pool({ connectionString: url, max: READERS, statement_timeout: 10_000 })
pool.on('error', () => {})
await readFor(3_000)
const idle = await readFor(Number(values.idle) * 1_000)
files.length = 0
const began = performance.now()
const migrating = open(schema).finally(() => {
  stopReading = true
})
const during = await readFor(Number.POSITIVE_INFINITY)
const db = await migrating
const tookS = (performance.now() - began) / 1_000
// Again: on a shared machine the time before may have been busier, or quieter.
const idleAgain = await readFor(Number(values.idle) * 1_000)

console.log(
  `${links.toLocaleString('en')} links, ${members.toLocaleString('en')} members, ${values.rate} reads a second`,
)
report('idle', idle)
report('migrating', during)
report('idle again', idleAgain)
console.log(
  `  migrated in ${tookS.toFixed(0)} s; p99 ${(during.p99 / idle.p99).toFixed(2)} × idle before, ${(during.p99 / idleAgain.p99).toFixed(2)} × idle after`,
)
for (const { file, ms } of files.sort((one, other) => other.ms - one.ms).slice(0, 8)) {
  console.log(`    ${String(ms).padStart(7)} ms  ${file}`)
}
console.log('  slow answers, by the file that ran when they were due')
for (const [file, slow] of slowByFile())
  console.log(`    ${slow.length} up to ${Math.max(...slow).toFixed(0)} ms  ${file}`)
await pool.end()
await admin.end()
await db.close()
await server?.stop()

function open(ofSchema) {
  const log = {
    debug() {},
    info: (facts, message) =>
      message === 'migration applied' && files.push({ ...facts, end: performance.now() }),
    warn: (facts, message) => console.log(`  ${message} ${JSON.stringify(facts)}`),
    error() {},
    fatal() {},
  }
  return openDatabase({
    place: { kind: 'postgres', url },
    schema: ofSchema,
    clock,
    migrating: { log },
  })
}

/** The SQL files that the first release had. */
function firstRelease(folder) {
  const copy = (part) => {
    const to = join(folder, part)
    mkdirSync(to)
    for (const name of readdirSync(schema[part])) {
      if (name === 'roles.sql' || name.slice(0, 4) <= FIRST_RELEASE[part]) {
        copyFileSync(join(schema[part], name), join(to, name))
      }
    }
    return to
  }
  return { app: schema.app, platformSql: copy('platformSql'), migrations: copy('migrations') }
}

/** Without triggers, which would take an hour. As many projects as links; other tables in proportion. */
async function fill() {
  const member = (n) =>
    `('00000000-0000-4000-8000-' || lpad((1 + (${n}) % ${members})::text, 12, '0'))::uuid`
  const link = (n) => `md5('link ' || ${n})::uuid`
  const project = (n) => `md5('project ' || ${n})::uuid`
  await admin.query(`
    set session_replication_role = replica;
    insert into auth.users (id, aud, role, email, email_confirmed_at, created_at)
      select ${member('n')}, 'authenticated', 'authenticated', 'person-' || n || '@example.test', case when n % 10 > 0 then now() end, now()
        from generate_series(0, ${members - 1}) as n;
    insert into public.users (id, email, display_name)
      select id, email, split_part(email, '@', 1) from auth.users;
    insert into public.bolt_projects (id, user_id, bolt_project_id, project_name, project_description, github_repo_owner, github_repo_name, github_branch, last_sync_at)
      select ${link('n')}, ${member('n')}, 'bolt-' || n, 'Project ' || n, repeat('words ', 20), 'owner' || n % 1000, 'repo-' || n, 'main', now() - n * interval '1 second'
        from generate_series(0, ${links - 1}) as n;
    insert into public.projects (id, owner_id, bolt_project_id, name)
      select ${project('n')}, ${member('n')}, ${link('n')}, 'Project ' || n from generate_series(0, ${links - 1}) as n;
    insert into public.project_members (project_id, user_id, role)
      select ${project('n')}, ${member('n')}, 'owner' from generate_series(0, ${links - 1}) as n;
    insert into public.tasks (project_id, name, position)
      select ${project('n')}, 'Task ' || n, n from generate_series(0, ${links / 2 - 1}) as n;
    insert into public.push_records (user_id, project_id, repo_owner, repo_name, branch, commit_sha, succeeded)
      select ${member('n')}, ${project('n')}, 'owner' || n % 1000, 'repo-' || n, 'main', md5(n::text), true from generate_series(0, ${links / 2 - 1}) as n;
    insert into public.sync_events (user_id, project_id, direction, result)
      select ${member('n')}, ${project('n')}, 'outward', 'updated' from generate_series(0, ${links / 2 - 1}) as n;
    insert into auth.audit_log_entries (id, payload, created_at, ip_address)
      select gen_random_uuid(), jsonb_build_object('action', 'token_refreshed', 'actor_id', ${member('n')}), now(), '' from generate_series(0, ${links / 2 - 1}) as n;
    insert into public.analytics (name, user_id) select 'push', ${member('n')} from generate_series(0, ${links / 4 - 1}) as n;
    set session_replication_role = origin;
    analyze`)
}

/** Open loop: reads begin at their time, whatever became of those before. One in ten renames a link. */
async function readFor(limitMs) {
  const times = []
  const slowest = []
  let failed = 0
  const running = new Set()
  const start = performance.now()
  for (let n = 0; performance.now() - start < limitMs && !stopping(); n++) {
    const due = start + (n * 1_000) / Number(values.rate)
    await pause(Math.max(0, due - performance.now()))
    const one = request(n)
      .then(() => {
        const ms = performance.now() - due
        times.push(ms)
        slowest.push({ ms, due })
      })
      .catch((error) => {
        failed += 1
        if (failed <= 5) console.log(`  failed: ${error.message}`)
      })
      .finally(() => running.delete(one))
    running.add(one)
  }
  await Promise.all(running)
  times.sort((one, other) => one - other)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  return { slowest, count: times.length, failed, p50: at(0.5), p99: at(0.99), most: times.at(-1) }

  function stopping() {
    return limitMs === Number.POSITIVE_INFINITY && stopReading
  }
}

async function request(n) {
  const id = `00000000-0000-4000-8000-${String(1 + ((n * 7919) % members)).padStart(12, '0')}`
  const claims = JSON.stringify({ sub: id, role: 'authenticated', aal: 'aal1' })
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`,
      [claims],
    )
    if (n % 10 === 9) {
      await client.query(
        `update public.bolt_projects set project_name = 'Renamed ' || $1::text where user_id = $2 and bolt_project_id = $3`,
        [n, id, `bolt-${(n * 7919) % members}`],
      )
    } else await client.query(READS[n % READS.length])
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Those beyond three times the idle p99. */
function slowByFile() {
  const found = new Map()
  const inOrder = [...files].sort((one, other) => one.end - other.end)
  for (const { ms, due } of during.slowest.filter((one) => one.ms > 3 * idle.p99)) {
    const file = inOrder.find(({ end }) => end > due)?.file ?? 'afterwards'
    found.set(file, [...(found.get(file) ?? []), ms])
  }
  return found
}

function report(name, { count, failed, p50, p99, most }) {
  const ms = [p50, p99, most].map((time) => time.toFixed(1))
  console.log(
    `  ${name.padEnd(10)} ${count} answered, ${failed} failed; p50 ${ms[0]}, p99 ${ms[1]}, longest ${ms[2]} ms`,
  )
}
