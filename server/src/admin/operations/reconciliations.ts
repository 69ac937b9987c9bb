import type {
  OperationsOverviewReply,
  Reconciliation,
} from '@app/contract/admin-operations-replies'
import type { Sql } from '@app/platform/db/database.ts'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { alreadyReconciling, billingMissing } from '#admin/errors.ts'
import { readAsAdmin, writeAsAdmin } from '#admin/levels.ts'
import { iso } from '#admin/list-pages.ts'
import { sendJob } from '#jobs/job-kinds.ts'

const SHOWN_RUNS = 10

export async function readOverview(
  needs: AdminArea,
  caller: AdminCaller,
): Promise<OperationsOverviewReply> {
  return readAsAdmin(needs, caller, async (sql) => ({
    isConfigured: needs.installation.services['lemon-squeezy'],
    isRunning: await isReconciling(sql),
    runs: await newestRuns(sql),
    plansComparedAt: iso(await plansComparedAt(sql)),
    differences: await planDifferences(sql),
  }))
}

/** Starts a full comparison, unless one already runs or waits. */
export const reconcileNow = (needs: AdminArea, caller: AdminCaller): Promise<void> =>
  writeAsAdmin(
    needs,
    caller,
    { action: 'reconciliation_started', subjectType: 'reconciliation', subjectId: null },
    async (sql) => {
      if (!needs.installation.services['lemon-squeezy']) throw billingMissing()
      await lockStart(sql)
      if (await isReconciling(sql)) throw alreadyReconciling()
      await sendJob(sql, 'reconcile-all', {})
    },
  )

/** Serialises two admins who start a comparison concurrently. */
async function lockStart(sql: Sql): Promise<void> {
  await sql.query(`select pg_advisory_xact_lock(hashtextextended('reconcile now', 0))`)
}

/** A running comparison holds the lease. A waiting one may have been sent by a transaction that began after this one. */
async function isReconciling(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ is_running: boolean }>(
    `select exists (select from ops.leases where name = 'reconcile' and until > ops.now())
         or exists (select from ops.jobs
                     where kind = 'reconcile-all' and state in ('waiting', 'retrying', 'running') and run_at <= ops.now() + interval '10 seconds') as is_running`,
  )

  return rows[0]?.is_running ?? false
}

type Run = Omit<Reconciliation, 'startedAt' | 'finishedAt'> & {
  started_at: Date
  finished_at: Date | null
}

async function newestRuns(sql: Sql): Promise<Reconciliation[]> {
  const { rows } = await sql.query<Run>(
    `select id, scope, started_at, finished_at, seen, healed, unclaimed, failed, error
       from public.reconciliations
      order by started_at desc, id
      limit ${SHOWN_RUNS}`,
  )

  return rows.map(({ started_at, finished_at, ...run }) => ({
    ...run,
    startedAt: started_at.toISOString(),
    finishedAt: iso(finished_at),
  }))
}

/** The newest run that reached the comparison of plans. */
const NEWEST_FULL = `
  select finished_at, plan_differences from public.reconciliations
   where scope = 'full' and finished_at is not null and error is null
   order by started_at desc limit 1`

async function plansComparedAt(sql: Sql): Promise<Date | null> {
  const { rows } = await sql.query<{ finished_at: Date }>(NEWEST_FULL)

  return rows[0]?.finished_at ?? null
}

async function planDifferences(sql: Sql): Promise<OperationsOverviewReply['differences']> {
  const { rows } = await sql.query<OperationsOverviewReply['differences'][number]>(
    `select difference ->> 'planId' as "planId", plan.name as plan, difference -> 'ours' as ours,
            nullif(difference -> 'theirs', 'null') as theirs
       from (${NEWEST_FULL}) as newest
      cross join lateral jsonb_array_elements(newest.plan_differences) as difference
       left join public.plans as plan on plan.id::text = difference ->> 'planId'
      order by plan.name`,
  )

  return rows
}
