import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#api/supabase.ts'

const DAY_MS = 86_400_000

/** How many days the chart looks back, today among them. */
export const ACTIVITY_DAYS = 30

export type ActiveDay = { day: string; pushes: number; commits: number }

/** Counted by the database, day by day: however much somebody pushes, it is thirty rows. Days are those of UTC. */
export const activityQuery = (userId: string) =>
  queryOptions({
    queryKey: ['dashboard', 'activity'],
    queryFn: async (): Promise<ActiveDay[]> => {
      const today = startOfDay(Date.now())
      const { data } = await supabase
        .from('push_records')
        .select('day:created_at::date, pushes:id.count(), commits:commit_sha.count()')
        .eq('user_id', userId)
        .gte('created_at', new Date(today - (ACTIVITY_DAYS - 1) * DAY_MS).toISOString())
        .overrideTypes<ActiveDay[], { merge: false }>()
        .throwOnError()

      return everyDay(data, today)
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
