import { poolTimeout } from '#data-api/errors/request-errors.ts'

type Options = {
  /** Connections that the data API may use at once. */
  most: number
  mostPerCaller: number
  waitLimitMs: number
  mostWaiting: number
  mostWaitingPerCaller: number
  /** After a statement timeout, its caller pauses for this many times as long; 0: never. */
  pauseFactor: number
}

type Waiting = { admit: () => void; timer: NodeJS.Timeout }
type CallerState = { active: number; pauses: number; waiting: Waiting[]; isInTurn: boolean }

/**
 * Limits the data API to a share of the connections and divides it fairly among callers: they take turns, each in
 * order of arrival. Waiting holds no connection.
 */
export class Admission {
  readonly #options: Options
  readonly #callers = new Map<string, CallerState>()
  /** Waiting callers who may have one more, in turn. Not empty only while all places are taken. */
  readonly #turns: CallerState[] = []
  #active = 0
  #waiting = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** undefined: admitted at once, without a promise. Every admitted caller must leave. */
  enter(key: string): Promise<void> | undefined {
    const { most, mostWaiting, mostWaitingPerCaller } = this.#options
    const caller = this.#callerOf(key)
    const isFree = this.#active < most && this.#turns.length === 0
    if (isFree && caller.waiting.length === 0 && this.#mayHaveOneMore(caller)) {
      this.#active += 1
      caller.active += 1
      return undefined
    }
    if (this.#waiting < mostWaiting && caller.waiting.length < mostWaitingPerCaller) {
      return this.#wait(key, caller)
    }
    this.#forget(key, caller)
    return Promise.reject(poolTimeout())
  }

  leave(key: string, overdueMs = 0): void {
    const caller = this.#callers.get(key)
    if (!caller) return
    this.#active -= 1
    caller.active -= 1
    if (overdueMs > 0) this.#pauseAfter(key, caller, overdueMs)
    this.#goOn(key, caller)
  }

  stats() {
    return { active: this.#active, waiting: this.#waiting, callers: this.#callers.size }
  }

  #callerOf(key: string): CallerState {
    let caller = this.#callers.get(key)
    if (!caller) {
      caller = { active: 0, pauses: 0, waiting: [], isInTurn: false }
      this.#callers.set(key, caller)
    }
    return caller
  }

  #mayHaveOneMore({ active, pauses }: CallerState): boolean {
    return active < this.#options.mostPerCaller && pauses === 0
  }

  #wait(key: string, caller: CallerState): Promise<void> {
    return new Promise((admit, reject) => {
      const timer = setTimeout(() => {
        caller.waiting.splice(caller.waiting.indexOf(entry), 1)
        this.#waiting -= 1
        this.#forget(key, caller)
        reject(poolTimeout())
      }, this.#options.waitLimitMs)
      const entry = { admit, timer }
      caller.waiting.push(entry)
      this.#waiting += 1
      this.#takeTurn(caller)
    })
  }

  #takeTurn(caller: CallerState): void {
    if (caller.isInTurn || caller.waiting.length === 0 || !this.#mayHaveOneMore(caller)) return
    caller.isInTurn = true
    this.#turns.push(caller)
  }

  #admitNext(): void {
    while (this.#active < this.#options.most) {
      const caller = this.#turns.shift()
      if (!caller) return
      caller.isInTurn = false
      // Meanwhile the caller may have begun a pause, and the waiting request may have timed out.
      const next = this.#mayHaveOneMore(caller) ? caller.waiting.shift() : undefined
      if (!next) continue
      clearTimeout(next.timer)
      this.#waiting -= 1
      this.#active += 1
      caller.active += 1
      this.#takeTurn(caller)
      next.admit()
    }
  }

  #pauseAfter(key: string, caller: CallerState, tookMs: number): void {
    const { pauseFactor } = this.#options
    if (pauseFactor === 0) return
    caller.pauses += 1
    const goOn = () => {
      caller.pauses -= 1
      this.#goOn(key, caller)
    }
    setTimeout(goOn, tookMs * pauseFactor).unref()
  }

  #goOn(key: string, caller: CallerState): void {
    this.#takeTurn(caller)
    this.#admitNext()
    this.#forget(key, caller)
  }

  #forget(key: string, { active, pauses, waiting }: CallerState): void {
    if (active === 0 && pauses === 0 && waiting.length === 0) this.#callers.delete(key)
  }
}

const SHARE = 0.6
const MOST_PER_CALLER = 4
const WAIT_LIMIT_MS = 5_000
const MOST_WAITING = 1_000
const MOST_WAITING_PER_CALLER = 100
const PAUSE_FACTOR = 4

/** The default. On a single connection a share of it can only be a share of the time. */
export const admissionTo = (connections: number): Admission =>
  new Admission({
    most: Math.max(1, Math.floor(SHARE * connections)),
    mostPerCaller: MOST_PER_CALLER,
    waitLimitMs: WAIT_LIMIT_MS,
    mostWaiting: MOST_WAITING,
    mostWaitingPerCaller: MOST_WAITING_PER_CALLER,
    pauseFactor: connections === 1 ? PAUSE_FACTOR : 0,
  })
