export type DayGroup<Entry> = { day: string; entries: Entry[] }

/** Entries by the reader's own day, in the order given. `day` is the first entry's time. */
export function groupByDay<Entry extends { created_at: string }>(
  entries: readonly Entry[],
): DayGroup<Entry>[] {
  const groups: DayGroup<Entry>[] = []

  for (const entry of entries) {
    const last = groups.at(-1)
    if (last && dayOf(last.day) === dayOf(entry.created_at)) last.entries.push(entry)
    else groups.push({ day: entry.created_at, entries: [entry] })
  }
  return groups
}

/** Days since then by the calendar: 0 for today, 1 for yesterday. */
export function daysAgo(at: string, now: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())

  return (midnight(now) - midnight(new Date(at))) / 86_400_000
}

const dayOf = (at: string) => new Date(at).toDateString()
