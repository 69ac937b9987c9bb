import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const CONNECTIONS = 10
const LOOK_EVERY_MS = 20
const STOLEN_EVERY_MS = 500
/** Requests of a moment in which the host took more than this from the machine say nothing about the migration. */
const MOST_STOLEN = 0.02

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

/** Requests as members of the first release, at a fixed rate. One in ten renames a link. */
export async function openLoad({ url, rate, members }) {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    statement_timeout: 10_000,
    application_name: 'requests',
  })
  pool.on('error', () => {})
  const aside = new pg.Client(url)
  await aside.connect()

  return {
    /** Open loop until `end` settles: requests begin at their time, whatever became of those before. */
    async during(end) {
      const requests = []
      const running = new Set()
      let failed = 0
      let isOver = false
      const over = () => {
        isOver = true
      }
      end.then(over, over)
      const looking = look(aside, () => isOver)
      const stolen = watchStolen()
      const start = performance.now()
      for (let n = 0; !isOver; n++) {
        const due = start + (n * 1_000) / rate
        await pause(Math.max(0, due - performance.now()))
        const kind = n % 10 === 9 ? 'write' : 'read'
        const one = request(pool, n, members)
          .then(() => requests.push({ kind, due, ms: performance.now() - due }))
          .catch((error) => {
            failed += 1
            if (failed <= 5) console.log(`  failed: ${error.message}`)
          })
          .finally(() => running.delete(one))
        running.add(one)
      }
      await Promise.all(running)
      const moments = stolen.end()
      const waits = await looking
      return {
        requests: requests.map((one) => ({ ...one, ...momentOf(one, moments) })),
        failed,
        waits,
      }
    },
    async close() {
      await pool.end()
      await aside.end()
    },
  }
}

/** Of all requests, of reads or writes, or of those during which the machine was not taken away. */
export function percentiles(requests, kind = 'all') {
  const times = requests
    .filter(
      (one) => kind === 'all' || one.kind === kind || (kind === 'undisturbed' && one.isUndisturbed),
    )
    .map(({ ms }) => ms)
    .sort((one, other) => one - other)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

  return { p50: at(0.5), p99: at(0.99), most: times.at(-1) ?? 0 }
}

async function request(pool, n, members) {
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

/** How much of the processors' time the host gave to other machines, moment by moment. */
function watchStolen() {
  const moments = []
  let [all, stolen] = processorTicks()
  const note = () => {
    const now = processorTicks()
    const share = (now[1] - stolen) / Math.max(1, now[0] - all)
    moments.push({ end: performance.now(), share })
    ;[all, stolen] = now
  }
  const timer = setInterval(note, STOLEN_EVERY_MS)

  return {
    end() {
      clearInterval(timer)
      note()
      return moments
    },
  }
}

function processorTicks() {
  const ticks = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]
    .split(/\s+/)
    .slice(1, 9)
    .map(Number)

  return [ticks.reduce((sum, one) => sum + one, 0), ticks[7]]
}

function momentOf({ due, ms }, moments) {
  const during = moments.filter(({ end }) => end >= due && end - STOLEN_EVERY_MS <= due + ms)
  const stolen = Math.max(0, ...during.map(({ share }) => share))

  return { stolen, isUndisturbed: stolen <= MOST_STOLEN }
}

/** Polls which locks the transactions of requests wait for. */
async function look(aside, isOver) {
  const waits = []
  while (!isOver()) {
    const at = performance.now()
    const { rows } = await aside.query({ name: 'waits', text: WAITS })
    for (const { ms, what } of rows) waits.push({ at, ms, what })
    await pause(LOOK_EVERY_MS)
  }
  return waits
}

const WAITS = `
  select extract(epoch from clock_timestamp() - xact_start) * 1000 as ms,
         coalesce(wait_event_type || ' ' || wait_event, 'processor') || ' in ' || left(regexp_replace(query, '\\s+', ' ', 'g'), 40) as what
    from pg_stat_activity
   where application_name = 'requests' and state <> 'idle' and xact_start is not null`
