import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '#api/data-api.ts'

const DAY_MS = 86_400_000

/** How many days the chart looks back, today among them. */
export const ACTIVITY_DAYS = 30

export type ActiveDay = { day: string; pushes: number; commits: number }

/** Counted by the database: however much somebody pushes, it is thirty rows. Days are those of UTC. */
export const activityQuery = queryOptions({
  queryKey: ['dashboard', 'activity'],
  queryFn: async (): Promise<ActiveDay[]> => {
    const { data } = await dataApi()
      .rpc('get_push_activity', { input_days: ACTIVITY_DAYS })
      .throwOnError()

    return everyDay(data, startOfDay(Date.now()))
  },
})

const startOfDay = (time: number) => time - (time % DAY_MS)

/** Quiet days are days too. */
export function everyDay(known: readonly ActiveDay[], today: number): ActiveDay[] {
  const byDay = new Map(known.map((one) => [one.day, one]))

  return Array.from({ length: ACTIVITY_DAYS }, (_, index) => {
    const time = today - (ACTIVITY_DAYS - 1 - index) * DAY_MS
    const day = new Date(time).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, pushes: 0, commits: 0 }
  })
}
