import { poolTimeout } from '#data-api/errors/request-errors.ts'

type Options = {
  /** The maximum number of connections that the data API uses concurrently. */
  most: number
  mostPerCaller: number
  waitLimitMs: number
  mostWaiting: number
  mostWaitingPerCaller: number
  /** After a statement timeout, the caller pauses for the timeout multiplied by this factor; 0: no pause. */
  pauseFactor: number
}

type Waiting = { admit: () => void; refuse: (reason: Error) => void; until: number }
type CallerState = { active: number; pauses: number; waiting: Waiting[]; isInTurn: boolean }

/**
 * Limits the data API to a share of the connections. Callers take turns, each in order of arrival. Waiting holds no connection.
 */
export class Admission {
  readonly #options: Options
  readonly #callers = new Map<string, CallerState>()
  /** Waiting callers that are below their share, in turn. Not empty only while all connections are taken. */
  readonly #turns: CallerState[] = []
  #active = 0
  #waiting = 0
  #refused = 0
  /** One timer for all waiting callers, which is cheaper than one timer for each. It keeps running when nobody waits any more. */
  #look: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** undefined: the caller was admitted immediately, without a promise. Every admitted caller must call `leave`. */
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
      return this.#wait(caller)
    }
    this.#forget(key, caller)
    this.#refused += 1
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
    return {
      active: this.#active,
      waiting: this.#waiting,
      callers: this.#callers.size,
      refused: this.#refused,
    }
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

  #wait(caller: CallerState): Promise<void> {
    const { waitLimitMs } = this.#options

    return new Promise((admit, refuse) => {
      caller.waiting.push({ admit, refuse, until: performance.now() + waitLimitMs })
      this.#waiting += 1
      this.#takeTurn(caller)
      this.#look ??= this.#lookIn(waitLimitMs)
    })
  }

  #refuseOverdue(): void {
    const now = performance.now()
    let next = Number.POSITIVE_INFINITY
    for (const [key, caller] of this.#callers) {
      const { waiting } = caller
      const kept = waiting.findIndex(({ until }) => until > now)
      for (const { refuse } of waiting.splice(0, kept === -1 ? waiting.length : kept)) {
        this.#waiting -= 1
        this.#refused += 1
        refuse(poolTimeout())
      }
      next = Math.min(next, waiting[0]?.until ?? next)
      this.#forget(key, caller)
    }
    this.#look = next === Number.POSITIVE_INFINITY ? undefined : this.#lookIn(next - now)
  }

  #lookIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#refuseOverdue(), Math.max(1, ms)).unref()
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
      // In the meantime the caller may have begun a pause, or the waiting request may have timed out.
      const next = this.#mayHaveOneMore(caller) ? caller.waiting.shift() : undefined
      if (!next) continue
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

/** The default limit. A single connection can only be shared by time. */
export const admissionTo = (connections: number): Admission =>
  admissionWith(connections, Math.max(1, Math.floor(SHARE * connections)))

/** Nothing else uses the connections to a replica. */
export const replicaAdmission = (connections: number): Admission =>
  admissionWith(connections, connections)

const admissionWith = (connections: number, most: number): Admission =>
  new Admission({
    most,
    mostPerCaller: MOST_PER_CALLER,
    waitLimitMs: WAIT_LIMIT_MS,
    mostWaiting: MOST_WAITING,
    mostWaitingPerCaller: MOST_WAITING_PER_CALLER,
    pauseFactor: connections === 1 ? PAUSE_FACTOR : 0,
  })
