// The upgrade of the first release with many links on PostgreSQL: what its requests notice while a new server migrates. `--rows` says how
// many links (1,000,000), `--rate` how many requests a second (50), `--idle` for how many seconds they are measured before and after (20).

import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { clock, inScratch, schema } from './databases.js'
import { source } from './source.js'
import { openLoad, percentiles } from './upgrade-load.js'

const { openDatabase } = await source('platform/src/db/open.ts')
const { startPostgres } = await source('platform/test/databases/postgres-server.ts')

/** The last files of the first release. Files up to these have not changed since. */
const FIRST_RELEASE = { platformSql: '0006', migrations: '0026' }
const LINKS_PER_MEMBER = 10

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rate: { type: 'string', default: '50' },
    idle: { type: 'string', default: '20' },
    url: { type: 'string' },
  },
})
const steps = []
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

const load = await openLoad({ url, rate: Number(values.rate), members })
await load.during(pause(3_000))
const idle = await load.during(pause(Number(values.idle) * 1_000))
steps.length = 0
const began = performance.now()
const migrating = open(schema)
const during = await load.during(migrating)
const db = await migrating
const tookS = (performance.now() - began) / 1_000
// Again: on a shared machine the time before may have been busier, or quieter.
const idleAgain = await load.during(pause(Number(values.idle) * 1_000))

console.log(
  `${links.toLocaleString('en')} links, ${members.toLocaleString('en')} members, ${values.rate} requests a second`,
)
report('idle', idle)
report('migrating', during)
report('idle again', idleAgain)
console.log(`  migrated in ${tookS.toFixed(0)} s`)
for (const kind of ['all', 'undisturbed']) {
  const [before, meanwhile, after] = p99s(kind)
  console.log(
    `  p99, ${kind}: ${(meanwhile / before).toFixed(2)} × idle before, ${(meanwhile / after).toFixed(2)} × idle after`,
  )
}
const [before, , after] = p99s('all')
reportSteps(3 * Math.min(before, after))
await load.close()
await admin.end()
await db.close()
await server?.stop()

function open(ofSchema) {
  const log = {
    debug() {},
    info: (facts, message) =>
      message === 'migration applied' && steps.push({ ...facts, end: performance.now() }),
    warn: (facts, message) => console.log(`  ${message} ${JSON.stringify(facts)}`),
    error() {},
    fatal() {},
  }
  return openDatabase({
    location: { kind: 'postgres', url },
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

function p99s(kind) {
  return [idle, during, idleAgain].map(({ requests }) => percentiles(requests, kind).p99)
}

function report(name, { requests, failed }) {
  const undisturbed = requests.filter(({ isUndisturbed }) => isUndisturbed).length
  console.log(
    `  ${name}: ${requests.length} answered, ${failed} failed; ${undisturbed} while the host took nothing`,
  )
  for (const kind of ['all', 'read', 'write', 'undisturbed']) {
    const { p50, p99, most } = percentiles(requests, kind)
    console.log(
      `    ${kind.padEnd(11)} p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${most.toFixed(1)} ms`,
    )
  }
}

/** A line for each step that took a second or had slow requests, and what those waited for in the database. */
function reportSteps(slowMs) {
  console.log(`  steps, with requests of more than ${slowMs.toFixed(1)} ms (reads + writes)`)
  let from = began
  for (const { file, ms, end } of steps) {
    const here = during.requests.filter(({ due }) => due >= from && due < end)
    const slow = here.filter((one) => one.ms > slowMs)
    const writes = slow.filter(({ kind }) => kind === 'write').length
    const waits = during.waits.filter(({ at }) => at >= from && at < end)
    if (ms >= 1_000 || slow.length > 0) {
      const { p99, most } = percentiles(here)
      console.log(
        `    ${((from - began) / 1_000).toFixed(1).padStart(6)} s, ${String(ms).padStart(6)} ms  ${file}: ${slow.length - writes} + ${writes} of ${here.length}, p99 ${p99.toFixed(1)}, longest ${most.toFixed(1)} ms${waitsText(waits, slowMs)}`,
      )
    }
    from = end
  }
}

function waitsText(waits, slowMs) {
  const counts = new Map()
  for (const { what, ms } of waits) {
    if (ms > slowMs / 2) counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, 3)
  return most.map(([what, count]) => `; ${count} × ${what}`).join('')
}
