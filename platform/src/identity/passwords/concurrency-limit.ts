/**
 * Runs a limited number of tasks at once. Further tasks wait in a first-in, first-out queue; when it is full they are refused.
 */
export function limitConcurrency({ atOnce, longestQueue, full }: Options) {
  const waiting: (() => void)[] = []
  let running = 0

  const release = () => {
    const next = waiting.shift()
    // The slot passes directly to the next task in the queue, so that a new call cannot overtake it.
    if (next) next()
    else running--
  }

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else if (waiting.length >= longestQueue) throw full()
    else await new Promise<void>((resolve) => waiting.push(resolve))

    try {
      return await task()
    } finally {
      release()
    }
  }
}

type Options = { atOnce: number; longestQueue: number; full: () => Error }
