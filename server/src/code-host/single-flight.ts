/** Concurrent callers with the same key share one run of the work. */
export type SingleFlight<T> = (key: string, work: () => Promise<T>) => Promise<T>

export function singleFlight<T>(): SingleFlight<T> {
  const underWay = new Map<string, Promise<T>>()

  return (key, work) => {
    const known = underWay.get(key)
    if (known) return known

    const mine = work().finally(() => underWay.delete(key))
    underWay.set(key, mine)
    return mine
  }
}
