import { movableClock } from '@app/platform/clock/clock.ts'
import type { Caller } from '@app/platform/db/database.ts'
import { useBillingMode } from '#billing/billing-mode-table.ts'
import { folders } from '#compose/folders.ts'
import { seedContent } from '#compose/seed.ts'
import { addRow } from '#test/add-row.ts'
import { testPeople } from '#test/test-people.ts'

export type Figure = {
  name: string
  part: string
  value: number
  base: number | null
  before: number | null
  base_before: number | null
}

export type Reply = {
  days: number
  last_day: string
  is_test_mode: boolean
  missing_days: number
  figures: Figure[]
  series: { name: string; part: string; points: (number | null)[] }[]
  attention: { name: string; count: number }[]
}

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** Noon UTC. Its people signed up a year before, so that no figure of a period counts them. */
const NOON = Date.parse('2031-05-20T12:00:00Z')

type Bought = {
  status?: string
  plan?: string
  daysAgo?: number
  endsIn?: number
  trialEndsIn?: number
  pause?: string
  isTest?: boolean
}

/** A database at noon of a fixed day, with plans and categories. */
export async function figuresPeople() {
  const clock = movableClock()
  clock.moveTo(NOON - Date.now())
  const people = await testPeople(clock)
  const { db, sql, asks, admin, signUp } = people
  await seedContent(db, folders.seed)
  await useBillingMode(db, false)
  await sql(`update public.users set created_at = app.now() - interval '1 year'`)
  const now = () => clock.now().getTime()
  const ago = (days: number) => new Date(now() - days * DAY)
  let count = 0

  return {
    ...people,
    ago,
    moveBy: (ms: number) => clock.moveTo(clock.offsetMs() + ms),
    write: () => sql('select app.write_figures()'),
    /** Writes the days before today, as the hourly job would have. */
    history: (days: number) =>
      sql(
        `select app.store_figures_on(day), app.store_figures_at(day, app.start_of_day(day + 1))
           from (select (app.now() at time zone 'utc')::date - age as day from generate_series(1, $1) as age) as earlier`,
        [days],
      ),
    async ask(days = 30, caller: Caller = admin): Promise<Reply> {
      const [row] = await asks<{ reply: Reply }>(
        caller,
        'select public.get_admin_figures($1) as reply',
        [days],
      )
      if (!row) throw new Error('No reply')
      return row.reply
    },
    async newUser(daysAgo: number): Promise<string> {
      const { id } = await signUp(`user-${++count}@example.test`)
      await sql('update public.users set created_at = $2 where id = $1', [id, ago(daysAgo)])
      return id
    },
    async buy(user_id: string, bought: Bought = {}): Promise<string> {
      const { status = 'active', plan = 'Pro Monthly', daysAgo = 40 } = bought
      const at = (days: number | undefined) => (days === undefined ? null : ago(-days))
      const [{ id: plan_id } = { id: '' }] = await sql<{ id: string }>(
        'select id from public.plans where name = $1',
        [plan],
      )
      return addRow(sql, 'subscriptions', {
        user_id,
        plan_id,
        status,
        lemon_squeezy_subscription_id: String(++count),
        created_at: ago(daysAgo),
        ends_at: at(bought.endsIn),
        trial_ends_at: at(bought.trialEndsIn),
        pause_mode: bought.pause ?? null,
        is_test: bought.isTest ?? false,
      })
    },
  }
}

/** The one figure of the name; null where the reply has none. */
export const figure = ({ figures }: Reply, name: string, part = ''): Figure | null =>
  figures.find((one) => one.name === name && one.part === part) ?? null

export const amount = (reply: Reply, name: string, part = ''): number | null =>
  figure(reply, name, part)?.value ?? null

export const pointsOf = ({ series }: Reply, name: string, part = '') =>
  series.find((one) => one.name === name && one.part === part)?.points ?? []
