import { cut } from '@app/contract/storable'
import type { Clock } from '@app/platform/clock/clock.ts'
import type { Database, Sql } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { Log } from '@app/platform/log/log.ts'
import { type OutsideCall, outsideCalls } from '@app/platform/outside/outside-calls.ts'

type Needs = { db: Database; clock: Clock; log: Log }

const WATCHED = ['github', 'lemon-squeezy', 'newsletter', 's3']
/** Services where only our own key can be refused. GitHub refuses tokens that members have revoked. */
const BY_OUR_KEY = ['lemon-squeezy', 's3']
/** The interval per service and outcome; more frequent writes would add no information. */
const WRITE_EVERY_MS = 10_000
const LONGEST_ERROR = 300

/** Records when each service last answered and last failed. Returns a function that stops it. */
export function recordServiceCalls({ db, clock, log }: Needs): () => void {
  const writtenAt = new Map<string, number>()
  const listen = (message: unknown) => {
    const call = message as OutsideCall
    const { provider } = call
    const error = failureOf(call)
    const outcome = `${provider} ${error === null}`
    const now = clock.now().getTime()
    const isRecent = now - (writtenAt.get(outcome) ?? 0) < WRITE_EVERY_MS
    if (!WATCHED.includes(provider) || isRecent) return

    writtenAt.set(outcome, now)
    noteCall(serverSql(db), provider, error).catch((err: unknown) =>
      log.warn({ err }, 'service call not recorded'),
    )
  }
  outsideCalls.subscribe(listen)

  return () => outsideCalls.unsubscribe(listen)
}

function failureOf(call: OutsideCall): string | null {
  if ('failure' in call) return call.failure
  const { provider, status } = call
  const isOurKey = BY_OUR_KEY.includes(provider) && (status === 401 || status === 403)

  return isOurKey ? `${provider}: answered ${status}` : null
}

async function noteCall(sql: Sql, service: string, error: string | null): Promise<void> {
  await sql.query(
    `insert into ops.service_calls as known (service, succeeded_at, failed_at, error)
     values ($1, case when $2::text is null then ops.now() end, case when $2::text is not null then ops.now() end, $2)
     on conflict (service) do update
        set succeeded_at = coalesce(excluded.succeeded_at, known.succeeded_at),
            failed_at = coalesce(excluded.failed_at, known.failed_at),
            error = coalesce(excluded.error, known.error)`,
    [service, error === null ? null : cut(error, LONGEST_ERROR)],
  )
}
