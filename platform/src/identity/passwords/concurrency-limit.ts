/** Lets so many works run at once; the rest wait in their order, and too many are turned away. */
export function limitConcurrency({ lanes, longestQueue, full }: Options) {
  const waiting: (() => void)[] = []
  let running = 0

  const leave = () => {
    const next = waiting.shift()
    // The lane is handed on, so that a newcomer cannot slip in between.
    if (next) next()
    else running--
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < lanes) running++
    else if (waiting.length >= longestQueue) throw full()
    else await new Promise<void>((resolve) => waiting.push(resolve))

    try {
      return await work()
    } finally {
      leave()
    }
  }
}

type Options = { lanes: number; longestQueue: number; full: () => Error }
