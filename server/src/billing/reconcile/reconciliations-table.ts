import type { Sql } from '@app/platform/db/database.ts'

export type Scope = 'due' | 'full'

export type PlanDifference = {
  planId: string
  ours: { price: number; interval: string | null }
  /** null: the provider does not have the variant. */
  theirs: { price: number; interval: string | null } | null
}

export type Tally = { seen: number; healed: number; unclaimed: number; failed: number }

export async function beginReconciliation(sql: Sql, scope: Scope): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    'insert into public.reconciliations (scope) values ($1) returning id',
    [scope],
  )

  return rows[0]?.id ?? ''
}

/** Also called while it runs, for admins who watch. */
export async function noteProgress(sql: Sql, id: string, tally: Tally): Promise<void> {
  await sql.query(
    `update public.reconciliations set seen = $2, healed = $3, unclaimed = $4, failed = $5 where id = $1`,
    [id, tally.seen, tally.healed, tally.unclaimed, tally.failed],
  )
}

type End = { differences: readonly PlanDifference[]; error: string | null }

export async function endReconciliation(
  sql: Sql,
  id: string,
  { differences, error }: End,
): Promise<void> {
  await sql.query(
    `update public.reconciliations
        set finished_at = app.now(), plan_differences = $2::jsonb, error = $3
      where id = $1`,
    [id, JSON.stringify(differences), error],
  )
}

/** Updates the newest comparison of all plans, so that resolved differences disappear. */
export async function putDifference(
  sql: Sql,
  planId: string,
  difference: Omit<PlanDifference, 'planId'> | null,
): Promise<void> {
  await sql.query(
    `update public.reconciliations
        set plan_differences = $2::jsonb || coalesce(
              (select jsonb_agg(other) from jsonb_array_elements(plan_differences) as other
                where other ->> 'planId' <> $1), '[]')
      where id = (select id from public.reconciliations
                   where scope = 'full' and finished_at is not null
                   order by started_at desc
                   limit 1)`,
    [planId, JSON.stringify(difference ? [{ planId, ...difference }] : [])],
  )
}

/** The newest ones are kept regardless of age. */
export async function deleteOldReconciliations(sql: Sql): Promise<void> {
  await sql.query(
    `delete from public.reconciliations
      where started_at < app.now() - interval '30 days'
        and id not in (select id from public.reconciliations order by started_at desc limit 10)`,
  )
}

/**
 * Subscriptions with a date that passed 15 minutes ago without an update. If this persists, it is checked in every run for three days, then
 * every six hours.
 */
export async function dueSubscriptions(sql: Sql, most: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from (
       select lemon_squeezy_subscription_id as id, checked_at,
              case status when 'on_trial' then coalesce(trial_ends_at, renews_at)
                          when 'cancelled' then ends_at
                          when 'paused' then pause_resumes_at
                          else coalesce(ends_at, renews_at) end as due_at
         from public.subscriptions
        where status <> 'expired'
     ) as running
      where due_at <= app.now() - interval '15 minutes'
        and (checked_at is null or checked_at < due_at
             or (due_at > app.now() - interval '3 days' and checked_at < app.now() - interval '5 minutes')
             or checked_at < app.now() - interval '6 hours')
      order by checked_at nulls first
      limit $1`,
    [most],
  )

  return rows.map(({ id }) => id)
}
