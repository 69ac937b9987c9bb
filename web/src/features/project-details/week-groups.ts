export type WeekGroup<Entry> = { monday: Date; entries: Entry[] }

/** Groups entries by the reader's local week, in the given order. */
export function groupByWeek<Entry extends { created_at: string }>(
  entries: readonly Entry[],
): WeekGroup<Entry>[] {
  const groups: WeekGroup<Entry>[] = []

  for (const entry of entries) {
    const monday = mondayOf(new Date(entry.created_at))
    const last = groups.at(-1)
    if (last?.monday.getTime() === monday.getTime()) last.entries.push(entry)
    else groups.push({ monday, entries: [entry] })
  }
  return groups
}

/** Weeks since then: 0 for this week, 1 for the last. */
export function weeksAgo(monday: Date, now: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())

  return (midnight(mondayOf(now)) - midnight(monday)) / (7 * 86_400_000)
}

function mondayOf(date: Date): Date {
  const daysSinceMonday = (date.getDay() + 6) % 7

  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysSinceMonday)
}
