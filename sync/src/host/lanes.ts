export type Lane = 'read' | 'blob' | 'one'

const IN_FLIGHT: Record<Lane, number> = { read: 6, blob: 4, one: 1 }

/** Limits the number of requests in flight. After a complaint from GitHub, only one at a time. */
export function openLanes(isCareful: () => boolean) {
  const inFlight: Record<Lane, number> = { read: 0, blob: 0, one: 0 }
  let queue: { lane: Lane; start: () => void }[] = []

  const isFree = (lane: Lane) => {
    const total = inFlight.read + inFlight.blob + inFlight.one
    return isCareful() ? total === 0 : inFlight[lane] < IN_FLIGHT[lane]
  }
  const startNext = () => {
    queue = queue.filter(({ lane, start }) => {
      if (!isFree(lane)) return true
      inFlight[lane] += 1
      start()
      return false
    })
  }

  return {
    /** Resolves with a function that leaves the lane. */
    enter: (lane: Lane): Promise<() => void> =>
      new Promise((resolve) => {
        const leave = () => {
          inFlight[lane] -= 1
          startNext()
        }
        queue.push({ lane, start: () => resolve(leave) })
        startNext()
      }),
  }
}
