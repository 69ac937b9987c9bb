import { cut } from '@app/contract/storable'
import { type Database, type Sql, theServer } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import { deleteOutdated } from '#db/in-batches.ts'

/** The channel that announces jobs to all workers. */
export const JOB_CHANNEL = 'jobs'

/** The lease of a job without renewal: jobs of a killed server wait less than a minute. */
const LEASE = `interval '30 seconds'`
const LONGEST_REASON = 500

/** The same expression as in the index `jobs_due`. */
const IS_WAITING = `state in ('waiting', 'retrying')`

export type NewJob = { id: string; key: string | null; payload: object }

export type ClaimedJob = { id: string; payload: unknown; attempt: number }

/** A claim ends when another one of the same job begins. */
export type Claim = Pick<ClaimedJob, 'id' | 'attempt'>

/** Jobs of one kind, sent in one statement. `after` is null for jobs that are due immediately. */
export async function insertJobs(
  sql: Sql,
  kind: string,
  mostAttempts: number,
  after: Date | null,
  jobs: readonly NewJob[],
): Promise<void> {
  await sql.query(INSERT, [kind, mostAttempts, after, JSON.stringify(jobs)])
  sql.announce(JOB_CHANNEL)
}

/**
 * If a job with this key already waits, it becomes due no later than this one. It is locked until our commit, so it sees our changes; if it
 * has just started, ours can be inserted.
 */
const INSERT = `
  insert into ops.jobs as job (id, kind, key, payload, most_attempts, run_at)
  select one.id, $1, one.key, one.payload, $2, coalesce($3::timestamptz, ops.now())
    from jsonb_to_recordset($4::jsonb) as one (id uuid, key text, payload jsonb)
  on conflict (kind, key, state) where key is not null and state in ('waiting', 'retrying', 'running')
  do update set run_at = least(job.run_at, excluded.run_at)`

/** Claims the jobs that have been due longest, except those with a busy key. */
export async function claimJobs(db: Database, kind: string, most: number): Promise<ClaimedJob[]> {
  try {
    const { rows } = await db.ask<ClaimedJob>(theServer, { text: CLAIM, values: [kind, most] })
    return rows
  } catch (error) {
    // Another server claimed a job with the same key concurrently.
    if (isKeyTaken(error)) return []
    throw error
  }
}

/**
 * A job that waits for its retry comes before later jobs with its key. Other jobs of a key are counted, because PostgreSQL turns "not
 * exists" into a join that reads all keys.
 */
const CLAIM = `
  with next as (
    select id
      from ops.jobs as one
     where kind = $1 and ${IS_WAITING} and run_at <= ops.now()
       and (
         select count(*)
           from ops.jobs as other
          where other.kind = $1 and other.key = one.key and other.state in ('running', 'retrying')
            and (other.state = 'running' or one.state = 'waiting')
       ) = 0
     order by run_at, id
     limit $2
       for update skip locked
  )
  update ops.jobs as job
     set state = 'running', attempts = attempts + 1, lease_until = ops.now() + ${LEASE}
    from next
   where job.id = next.id
  returning job.id, job.payload, job.attempts as attempt`

export const isKeyTaken = (error: unknown): boolean => sqlState(error) === '23505'

/** Records that the jobs succeeded. */
export const completeJobs = (db: Database, claims: readonly Claim[]) =>
  db.ask(theServer, { text: COMPLETE, values: columns(claims) })

const OF_CLAIMS = `
    from unnest($1::uuid[], $2::integer[]) as claim (id, attempt)
   where job.id = claim.id and job.attempts = claim.attempt and job.state = 'running'`

const COMPLETE = `
  update ops.jobs as job
     set state = 'done', finished_at = ops.now(), lease_until = null, error = null ${OF_CLAIMS}`

/** On shutdown the jobs become due immediately, and the try is not counted. */
export const giveBackJobs = (db: Database, claims: readonly Claim[]) =>
  db.ask(theServer, { text: GIVE_BACK, values: columns(claims) })

const GIVE_BACK = `
  update ops.jobs as job
     set state = 'retrying', attempts = attempts - 1, run_at = ops.now(), lease_until = null ${OF_CLAIMS}`

const columns = (claims: readonly Claim[]) => [
  claims.map(({ id }) => id),
  claims.map(({ attempt }) => attempt),
]

type Failure = {
  /** Only the message, because fields of library errors may contain rows, addresses and passwords. */
  message: string
  /** The first delay, which doubles with each try. */
  firstWaitS: number
  /** No further try follows. */
  isFinal: boolean
}

/** Records a failed try. Returns true if it was the last. */
export async function failJob(
  db: Database,
  { id, attempt }: Claim,
  { message, firstWaitS, isFinal }: Failure,
): Promise<boolean> {
  const { rows } = await db.ask<{ is_dead: boolean }>(theServer, {
    text: FAIL,
    values: [id, attempt, cut(message, LONGEST_REASON), firstWaitS, isFinal],
  })

  return rows[0]?.is_dead ?? false
}

/** At most one job of a key waits for a retry; a dead letter retried in the meantime replaces this one. */
const IS_LAST_TRY = `(
  job.attempts >= job.most_attempts
  or exists (select from ops.jobs as other
              where other.kind = job.kind and other.key = job.key and other.state = 'retrying'))`

// One to two times the delay, so that jobs which failed together are not retried together.
const FAIL = `
  update ops.jobs as job
     set state = case when $5 or ${IS_LAST_TRY} then 'failed' else 'retrying' end,
         run_at = ops.now() + $4::float8 * 2 ^ least(attempts - 1, 15) * (1 + random()) * interval '1 second',
         lease_until = null,
         finished_at = case when $5 or ${IS_LAST_TRY} then ops.now() end,
         error = $3
   where id = $1 and attempts = $2 and state = 'running'
  returning state = 'failed' as is_dead`

/**
 * Renews the leases of jobs that run here. Then returns jobs of killed servers to the queue, due immediately. The try counts, so that a job
 * which kills its server becomes a dead letter.
 */
export async function renewLeases(db: Database, claims: readonly Claim[]): Promise<void> {
  const renew = claims.length > 0 ? [{ text: RENEW, values: columns(claims) }] : []

  await db.askAll(theServer, [...renew, { text: RETURN_LOST }])
}

const RENEW = `update ops.jobs as job set lease_until = ops.now() + ${LEASE} ${OF_CLAIMS}`

// A lease longer than any normal one was granted before the clock was set back.
const RETURN_LOST = `
  with shortened as (
    update ops.jobs set lease_until = ops.now() + ${LEASE}
     where state = 'running' and lease_until > ops.now() + ${LEASE}
  )
  update ops.jobs as job
     set state = case when ${IS_LAST_TRY} then 'failed' else 'retrying' end,
         run_at = ops.now(),
         lease_until = null,
         finished_at = case when ${IS_LAST_TRY} then ops.now() end,
         error = null
   where state = 'running' and lease_until < ops.now()`

export type DueKind = { kind: string; in_ms: number }

/** When the next job of each kind is due; kinds without a waiting job are omitted. */
export async function nextDue(db: Database, kinds: readonly string[]): Promise<DueKind[]> {
  const { rows } = await db.ask<DueKind>(theServer, { text: NEXT_DUE, values: [kinds] })

  return rows
}

/** Reads only the head of the index for each kind, independent of the number of jobs. */
const NEXT_DUE = `
  select known.kind, (extract(epoch from next.run_at - ops.now()) * 1000)::float8 as in_ms
    from unnest($1::text[]) as known (kind)
   cross join lateral (
     select run_at from ops.jobs where kind = known.kind and ${IS_WAITING} order by run_at limit 1
   ) as next`

/** The scheduled runs in the queue. */
export async function plannedRuns(
  db: Database,
  kinds: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await db.ask<{ kind: string; run_at: Date }>(theServer, {
    text: `select kind, min(run_at) as run_at
             from ops.jobs
            where kind = any ($1) and state = 'waiting' and payload = '{}'
            group by kind`,
    values: [kinds],
  })

  return new Map(rows.map(({ kind, run_at }) => [kind, run_at]))
}

/** Deletes completed jobs and dead letters after their retention time. A waiting job is never deleted, even if no server runs for a long time. */
export async function deleteFinished(db: Database): Promise<void> {
  await deleteOutdated(db, {
    table: 'ops.jobs',
    where: `(state = 'done' and finished_at < ops.now() - interval '1 day')
         or (state = 'failed' and finished_at < ops.now() - interval '30 days')`,
  })
}
