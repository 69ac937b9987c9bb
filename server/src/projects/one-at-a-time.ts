type Line = { last: Promise<unknown>; waiting: number }

/** Runs work with one key sequentially, in this process. Refuses further work if too much is waiting. */
export function oneAtATime(mostWaiting: number, tooMany: () => Error) {
  const lines = new Map<string, Line>()

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { last: Promise.resolve(), waiting: -1 }
    if (line.waiting >= mostWaiting) throw tooMany()
    lines.set(key, line)
    line.waiting += 1

    const mine = line.last.then(work)
    line.last = mine.catch(() => {})
    try {
      return await mine
    } finally {
      line.waiting -= 1
      if (line.waiting < 0) lines.delete(key)
    }
  }
}
