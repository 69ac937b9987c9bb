import { queryOptions } from '@tanstack/react-query'
import { callDatabase } from '#api/calls/read-rows.ts'

// The type generator does not look into a function that returns a single composite row.
type DashboardStats = {
  active_projects: number
  completed_tasks: number
  pending_tasks: number
  team_members: number
}

export const dashboardStatsQuery = queryOptions({
  queryKey: ['dashboard', 'stats'],
  queryFn: async () => (await callDatabase('get_dashboard_stats', {})) as DashboardStats,
})

const DAY_MS = 86_400_000

/** How many days the chart covers, including today. */
export const ACTIVITY_DAYS = 30

export type ActiveDay = { day: string; pushes: number; commits: number; imports: number }

/** Aggregated by the database into at most thirty rows. Days are UTC days. */
export const activityQuery = queryOptions({
  queryKey: ['dashboard', 'activity'],
  queryFn: async (): Promise<ActiveDay[]> => {
    const days = await callDatabase('get_push_activity', { input_days: ACTIVITY_DAYS })

    return everyDay(days, startOfDay(Date.now()))
  },
})

const startOfDay = (time: number) => time - (time % DAY_MS)

/** The server sends days with activity only; the chart needs the others too. */
export function everyDay(known: readonly ActiveDay[], today: number): ActiveDay[] {
  const byDay = new Map(known.map((one) => [one.day, one]))

  return Array.from({ length: ACTIVITY_DAYS }, (_, index) => {
    const time = today - (ACTIVITY_DAYS - 1 - index) * DAY_MS
    const day = new Date(time).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, pushes: 0, commits: 0, imports: 0 }
  })
}
