import { type Clock, secondsNow } from '#clock/clock.ts'
import { RestError } from '#data-api/errors/rest-error.ts'
import { type Admission, replicaAdmission } from '#data-api/execution/admission.ts'
import { RecentWriters } from '#data-api/execution/recent-writers.ts'
import type { Caller, Replica } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import { networkOf } from '#limits/network.ts'
import type { Prepared } from './prepared.ts'
import type { RestRequest } from './rest-request.ts'

type Reader = { request: RestRequest; caller: Caller }

/** Longer than a standby in use is behind, with room for a server that stands still and clocks that differ. */
const HOLD_MS = 30_000
/** About 5 MB; ten million members write 9,000 times in that time on each of eight servers. */
const MOST_WRITERS = 50_000

/**
 * Decides which reads the replica serves. Whoever wrote within 30 s reads from the primary, on this server: the balancer keeps each member on
 * one.
 */
export class ReplicaReads {
  readonly #replica: Replica
  readonly #clock: Clock
  readonly #writers: RecentWriters
  readonly #openedAtMs: number
  readonly admission: Admission
  #served = 0
  #repeated = 0

  constructor(replica: Replica, clock: Clock) {
    this.#replica = replica
    this.#clock = clock
    this.#openedAtMs = this.#nowMs()
    this.#writers = new RecentWriters({
      forMs: HOLD_MS,
      most: MOST_WRITERS,
      nowMs: () => this.#nowMs(),
    })
    this.admission = replicaAdmission(replica.connections)
  }

  get db(): Pick<Replica, 'ask' | 'askAll'> {
    return this.#replica
  }

  /** A new server does not know who wrote on the one before it. */
  mayServe({ request, caller }: Reader, prepared: Prepared): boolean {
    return (
      isRead(request.method, prepared) &&
      this.#replica.state() === 'in use' &&
      this.#nowMs() - this.#openedAtMs >= HOLD_MS &&
      !this.#isFresh(caller) &&
      !/\bno-cache\b/i.test(request.header('cache-control') ?? '') &&
      !this.#writers.has(writerOf(caller, request.clientAddress))
    )
  }

  wrote(caller: Caller, clientAddress: string): void {
    this.#writers.add(writerOf(caller, clientAddress))
  }

  served(): void {
    this.#served += 1
  }

  /**
   * Failures of the statement are repeated too, since a standby may lack a table, a right or a function that the primary has. A statement that
   * took all its time is not.
   */
  isRepeated(error: unknown): boolean {
    if (error instanceof RestError || sqlState(error) === '57014') return false
    this.#repeated += 1
    return true
  }

  stats() {
    return {
      state: this.#replica.state(),
      lagMs: this.#replica.lagMs(),
      served: this.#served,
      repeated: this.#repeated,
    }
  }

  /** A new token may come from another server, which knows what its member wrote. */
  #isFresh({ claims: { iat } }: Caller): boolean {
    return typeof iat === 'number' && secondsNow(this.#clock) - iat <= HOLD_MS / 1000
  }

  /** Goes on steadily, also when somebody sets the machine's clock. */
  #nowMs(): number {
    return performance.now() + this.#clock.offsetMs()
  }
}

function isRead(method: string, prepared: Prepared): boolean {
  if (prepared.type.kind === 'plan') return false
  if (prepared.kind === 'read') return true

  const isAsked = method === 'GET' || method === 'HEAD'
  return isAsked && prepared.kind === 'call' && prepared.routine.volatility !== 'volatile'
}

/** Members are identified by id, visitors by network, and keys by their role, because their holders have several addresses. */
function writerOf({ role, claims }: Caller, clientAddress: string): string {
  if (typeof claims.sub === 'string') return claims.sub

  return role === 'service_role' ? role : `${role} ${networkOf(clientAddress)}`
}
