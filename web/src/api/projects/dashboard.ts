import { queryOptions } from '@tanstack/react-query'
import { callDatabase } from '#api/calls/read-rows.ts'
import { MEMBER_TOPIC, staleBy } from '#api/live/topics.ts'

// The type generator ignores functions that return a single composite row.
export type DashboardStats = {
  active_projects: number
  completed_tasks: number
  pending_tasks: number
  team_members: number
}

export const dashboardStatsQuery = queryOptions({
  queryKey: ['dashboard', 'stats'],
  queryFn: async () => (await callDatabase('get_dashboard_stats', {})) as DashboardStats,
  meta: staleBy(MEMBER_TOPIC, 'projects', 'sync'),
})

const DAY_MS = 86_400_000

/** How many days the chart covers, including today. */
export const ACTIVITY_DAYS = 30

export type ActiveDay = { day: string; pushes: number; commits: number; imports: number }

/** Aggregated by the database into at most thirty rows. Days are in UTC. */
export const activityQuery = queryOptions({
  queryKey: ['dashboard', 'activity'],
  queryFn: async (): Promise<ActiveDay[]> => {
    const days = await callDatabase('get_push_activity', { input_days: ACTIVITY_DAYS })

    return everyDay(days, startOfDay(Date.now()))
  },
  meta: staleBy(MEMBER_TOPIC, 'sync'),
})

const WEEK = 7

/** Pushes that made a commit, in the last seven days. */
export const pushesThisWeek = (days: readonly ActiveDay[]): number =>
  days.slice(-WEEK).reduce((sum, { commits }) => sum + commits, 0)

const startOfDay = (time: number) => time - (time % DAY_MS)

/** The server only sends days with activity; the chart needs all days. */
export function everyDay(known: readonly ActiveDay[], today: number): ActiveDay[] {
  const byDay = new Map(known.map((one) => [one.day, one]))

  return Array.from({ length: ACTIVITY_DAYS }, (_, index) => {
    const time = today - (ACTIVITY_DAYS - 1 - index) * DAY_MS
    const day = new Date(time).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, pushes: 0, commits: 0, imports: 0 }
  })
}
