import type { Filter } from './parse-filter.ts'

type Bindings = ReadonlyArray<{ filter: Filter | null }>

/**
 * The subscribers of one table. Those whose every filter demands equality are found by the row's values, so that thousands that each wait
 * for rows of their own cost a change nothing.
 */
export class EqualityIndex<Subscriber> {
  readonly all = new Set<Subscriber>()
  readonly #general = new Set<Subscriber>()
  readonly #byColumn = new Map<string, Map<string, Set<Subscriber>>>()

  add(subscriber: Subscriber, bindings: Bindings): void {
    this.all.add(subscriber)
    const places = placesOf(bindings)
    if (places === null) this.#general.add(subscriber)
    for (const { column, text } of places ?? []) {
      const byText = this.#byColumn.get(column) ?? new Map<string, Set<Subscriber>>()
      this.#byColumn.set(column, byText)
      byText.set(text, (byText.get(text) ?? new Set()).add(subscriber))
    }
  }

  remove(subscriber: Subscriber, bindings: Bindings): void {
    this.all.delete(subscriber)
    this.#general.delete(subscriber)
    for (const { column, text } of placesOf(bindings) ?? []) {
      const byText = this.#byColumn.get(column)
      const those = byText?.get(text)
      those?.delete(subscriber)
      if (those?.size === 0) byText?.delete(text)
      if (byText?.size === 0) this.#byColumn.delete(column)
    }
  }

  candidates(row: ReadonlyMap<string, string> | null): ReadonlySet<Subscriber> {
    if (this.#byColumn.size === 0) return this.#general
    const found = new Set(this.#general)
    for (const [column, byText] of this.#byColumn)
      for (const subscriber of byText.get(row?.get(column) ?? '') ?? []) found.add(subscriber)

    return found
  }
}

/** One condition of each filter is enough to find it; null: a binding passes rows that differ in everything. */
function placesOf(bindings: Bindings): { column: string; text: string }[] | null {
  const places: { column: string; text: string }[] = []

  for (const { filter } of bindings) {
    const [first] = filter?.equals ?? []
    if (!first) return null
    for (const text of first.texts) places.push({ column: first.column, text })
  }
  return places
}
