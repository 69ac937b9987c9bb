import { type Database, theServer } from '@app/platform/db/database.ts'

/** The longest period, plus the day before it. */
const ALL_DAYS = 91

/** Many counts in one statement, which takes seconds on a busy machine. */
const LIMIT_MS = 60_000

/**
 * The figures of the days before the demo began, counted from its rows like the hourly job. A member who pushed or synced on a day counts
 * as active.
 */
export async function writeDemoFigures(db: Database, days = ALL_DAYS): Promise<void> {
  await db.as(
    theServer,
    async (sql) => {
      await sql.query(ACTIVE_DAYS)
      await sql.query(EARLIER_DAYS, [days])
      await sql.query('select app.write_figures()')
    },
    { statementLimitMs: LIMIT_MS },
  )
}

const ACTIVE_DAYS = `
  insert into public.active_days (user_id, day, last_at)
  select user_id, (created_at at time zone 'utc')::date, max(created_at)
    from (
      select user_id, created_at from public.sync_events
      union all
      select user_id, created_at from public.push_records where is_own
      union all
      select id, last_sign_in_at from auth.users where last_sign_in_at is not null
    ) as seen
   where created_at > app.now() - interval '90 days'
   group by 1, 2
  on conflict (user_id, day) do nothing`

const EARLIER_DAYS = `
  select app.store_figures_on(day), app.store_figures_at(day, app.start_of_day(day + 1))
    from (
      select (app.now() at time zone 'utc')::date - age as day from generate_series(1, $1::integer) as age
    ) as earlier
   where day >= (select min(created_at at time zone 'utc')::date from public.users)`
