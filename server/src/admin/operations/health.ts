import type { HealthReply } from '@app/contract/admin-operations-replies'
import { type Database, type Sql, theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { jobStats } from '@app/platform/jobs/job-stats.ts'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { requireAdmin } from '#admin/levels.ts'
import { iso } from '#admin/list-pages.ts'
import { oldestEvent } from './webhooks-table.ts'

export async function readHealth(needs: AdminArea, caller: AdminCaller): Promise<HealthReply> {
  await requireAdmin(needs, caller)
  const { db, clock, installation } = needs
  const latencyMs = await measured(db)
  const jobs = await jobStats(db)
  const due = jobs.flatMap(({ oldest_at }) => oldest_at ?? [])

  return db.as(theServer, async (sql) => ({
    version: installation.version,
    database: { kind: db.kind, latencyMs, ...(await databaseFacts(sql)) },
    oldestJobAt: due.map((at) => at.toISOString()).sort()[0] ?? null,
    oldestMailAt: iso(await oldestMail(sql)),
    oldestWebhookAt: iso(await oldestEvent(sql)),
    services: await services(sql, needs),
    standins: installation.standins.map(({ name, url }) => ({ name, url })),
    clockOffsetMs: clock.offsetMs(),
  }))
}

/** The duration of one query in milliseconds. */
async function measured(db: Database): Promise<number> {
  const began = performance.now()
  await serverSql(db).query('select 1')

  return Math.round((performance.now() - began) * 10) / 10
}

type DatabaseFacts = Omit<HealthReply['database'], 'kind' | 'latencyMs'>

async function databaseFacts(sql: Sql): Promise<DatabaseFacts> {
  const { rows } = await sql.query<DatabaseFacts>(
    `select current_setting('server_version') as version,
            pg_database_size(current_database())::float8 as "sizeBytes",
            (select count(*)::int from history.migrations) as migrations,
            (select substr(max(name), 12) from history.migrations where name like 'migrations/%') as "newestMigration"`,
  )
  const [facts] = rows
  if (!facts) throw new Error('The database says nothing about itself')

  return facts
}

async function oldestMail(sql: Sql): Promise<Date | null> {
  const { rows } = await sql.query<{ at: Date | null }>(
    'select min(created_at) as at from ops.mail_outbox where sent_at is null and failed_at is null',
  )

  return rows[0]?.at ?? null
}

type Calls = { succeeded_at: Date | null; failed_at: Date | null; error: string | null }

async function services(sql: Sql, { installation }: AdminArea): Promise<HealthReply['services']> {
  const { rows } = await sql.query<Calls & { service: string }>(
    'select service, succeeded_at, failed_at, error from ops.service_calls',
  )
  const callsOf = (name: string) => rows.find(({ service }) => service === name)
  const outside = (['github', 'lemon-squeezy', 'newsletter'] as const).map((name) =>
    asService(name, installation.services[name], callsOf(name)),
  )

  return [...outside, asService('smtp', true, await mailCalls(sql))]
}

const asService = (
  name: HealthReply['services'][number]['name'],
  isConfigured: boolean,
  calls: Calls | undefined,
) => ({
  name,
  isConfigured,
  succeededAt: iso(calls?.succeeded_at ?? null),
  failedAt: iso(calls?.failed_at ?? null),
  error: calls?.error ?? null,
})

/** The outbox stores the outcome of each mail. For a mail that waits after a try, only the creation time is known. */
async function mailCalls(sql: Sql): Promise<Calls | undefined> {
  const { rows } = await sql.query<Calls>(
    `select sent.at as succeeded_at, failed.at as failed_at, failed.last_error as error
       from (select max(sent_at) as at from ops.mail_outbox where last_error is null) as sent
       left join lateral (
         select coalesce(failed_at, created_at) as at, last_error
           from ops.mail_outbox
          where sent_at is null and last_error is not null and attempts > 0
          order by 1 desc
          limit 1) as failed on true`,
  )

  return rows[0]
}
