import { poolTimeout } from './request-errors.ts'

type Options = {
  /** Connections that the data API may use at once. */
  most: number
  mostPerCaller: number
  waitLimitMs: number
  mostWaiting: number
  mostWaitingPerCaller: number
}

type Waiting = { admit: () => void; timer: NodeJS.Timeout }
type CallerState = { active: number; waiting: Waiting[]; isInTurn: boolean }

/**
 * Keeps a share of the connections free for everybody but the data API, and divides the rest among its callers:
 * they take turns, and each is served in the order of arrival. Who waits holds no connection.
 */
export function admission(options: Options) {
  const callers = new Map<string, CallerState>()
  /** Callers who wait and may have one more, in the order of their turns. */
  const turns: CallerState[] = []
  let active = 0
  let waiting = 0

  const takeTurn = (caller: CallerState) => {
    if (caller.isInTurn || caller.waiting.length === 0 || caller.active >= options.mostPerCaller) {
      return
    }
    caller.isInTurn = true
    turns.push(caller)
  }
  const admitNext = () => {
    while (active < options.most) {
      const caller = turns.shift()
      if (!caller) return
      caller.isInTurn = false
      const next = caller.waiting.shift()
      // Everybody who waited there has given up.
      if (!next) continue
      clearTimeout(next.timer)
      waiting -= 1
      active += 1
      caller.active += 1
      takeTurn(caller)
      next.admit()
    }
  }
  const forget = (key: string, caller: CallerState) => {
    if (caller.active === 0 && caller.waiting.length === 0) callers.delete(key)
  }
  const wait = (key: string, caller: CallerState) =>
    new Promise<void>((admit, reject) => {
      const timer = setTimeout(() => {
        caller.waiting.splice(caller.waiting.indexOf(entry), 1)
        waiting -= 1
        forget(key, caller)
        reject(poolTimeout())
      }, options.waitLimitMs)
      const entry = { admit, timer }
      caller.waiting.push(entry)
      waiting += 1
      takeTurn(caller)
    })

  return {
    /** undefined: at once, without a promise. Whoever was admitted leaves. */
    enter(key: string): Promise<void> | undefined {
      let caller = callers.get(key)
      if (!caller) {
        caller = { active: 0, waiting: [], isInTurn: false }
        callers.set(key, caller)
      }
      const isFree = active < options.most && turns.length === 0
      if (isFree && caller.active < options.mostPerCaller && caller.waiting.length === 0) {
        active += 1
        caller.active += 1
        return undefined
      }
      if (waiting < options.mostWaiting && caller.waiting.length < options.mostWaitingPerCaller) {
        return wait(key, caller)
      }
      forget(key, caller)
      return Promise.reject(poolTimeout())
    },
    leave(key: string): void {
      const caller = callers.get(key)
      if (!caller) return
      active -= 1
      caller.active -= 1
      takeTurn(caller)
      admitNext()
      forget(key, caller)
    },
    stats: () => ({ active, waiting, callers: callers.size }),
  }
}

export type Admission = ReturnType<typeof admission>

const SHARE = 0.6
const MOST_PER_CALLER = 4
const WAIT_LIMIT_MS = 5_000
const MOST_WAITING = 1_000
const MOST_WAITING_PER_CALLER = 100

/** As the product runs it, over a pool of so many connections. */
export const admissionTo = (connections: number): Admission =>
  admission({
    most: Math.max(1, Math.floor(SHARE * connections)),
    mostPerCaller: MOST_PER_CALLER,
    waitLimitMs: WAIT_LIMIT_MS,
    mostWaiting: MOST_WAITING,
    mostWaitingPerCaller: MOST_WAITING_PER_CALLER,
  })
