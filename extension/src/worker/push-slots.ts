/** So many pushes run at a time: each holds the files of its project. */
const SLOTS = ['push-slot-1', 'push-slot-2']

export const inTurn = <Result>(name: string, signal: AbortSignal, work: () => Promise<Result>) =>
  navigator.locks.request(name, { signal }, work)

/** Those that wait for a slot get one in the order in which they came. */
export async function inSlot<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const leave = await inTurn('push-turn', signal, () => freeSlot(signal))
  try {
    return await work()
  } finally {
    leave()
  }
}

/** Whichever slot is free first. Returns what leaves it. */
function freeSlot(signal: AbortSignal): Promise<() => void> {
  const found = new AbortController()
  const waiting = AbortSignal.any([signal, found.signal])

  return new Promise((resolve, reject) => {
    for (const slot of SLOTS) {
      void navigator.locks
        .request(slot, { signal: waiting }, async () => {
          if (found.signal.aborted) return
          found.abort()
          await new Promise<void>((leave) => resolve(leave))
        })
        .catch(() => signal.aborted && reject(signal.reason))
    }
  })
}
