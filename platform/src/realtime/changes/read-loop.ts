import type { Database } from '#db/database.ts'
import { databaseAway } from '#db/errors.ts'
import { serverSql } from '#db/server-sql.ts'
import type { Log } from '#log/log.ts'
import {
  beginReading,
  endReading,
  hasTooMany,
  type Page,
  type Place,
  type RecordedChange,
  readFurther,
  readPage,
} from './changes-table.ts'
import { LEASE_MS, type Watching } from './watching.ts'

const POLL_MS = { postgres: 100, embedded: 2_000 }
/** After a commit of this process. */
const BETWEEN_READS_MS = 20
const RENEW_EVERY_MS = 10_000
const RETRY_MS = 250
const AWAY_LIMIT_MS = 5_000

type Needs = {
  db: Database
  log: Log
  server: string
  watching: Watching
  tell: (changes: readonly RecordedChange[]) => Promise<void>
  /** Everything that is subscribed may have missed something. */
  onGap: (reason: string) => void
}

type Joiner = {
  tables: ReadonlySet<string>
  admit: () => void
  resolve: () => void
  reject: (error: unknown) => void
}

/** Reads what became visible since the last read, while anything is claimed. */
export class ReadLoop {
  readonly #needs: Needs
  #place: Place | null = null
  #beginning: Promise<void> | null = null
  #joiners: Joiner[] = []
  #timer: NodeJS.Timeout | undefined
  #timerEnds = Number.POSITIVE_INFINITY
  #running: Promise<void> | null = null
  #readAt = 0
  #renewedAt = 0
  #isStopped = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Registers the server, unless it reads already. */
  begin(): Promise<void> {
    if (this.#place) return Promise.resolve()
    this.#beginning ??= this.#begin().finally(() => {
      this.#beginning = null
    })
    return this.#beginning
  }

  /** Resolves with a read that began after this call; `admit` runs once its changes are told. */
  join(tables: ReadonlySet<string>, admit: () => void): Promise<void> {
    const joined = new Promise<void>((resolve, reject) => {
      this.#joiners.push({ tables, admit, resolve, reject })
    })
    if (this.#place) this.#readIn(0)
    else this.#refuseJoiners()
    return joined
  }

  wake(): void {
    if (this.#place) this.#readIn(Math.max(0, this.#readAt + BETWEEN_READS_MS - performance.now()))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#beginning?.catch(() => {})
    await this.#running
    await this.#end()
    this.#refuseJoiners()
  }

  async #begin() {
    const { db, server, watching } = this.#needs
    if (this.#isStopped) throw databaseAway(new Error('The feed has stopped'))
    watching.begin()
    this.#renewedAt = performance.now()
    this.#readAt = performance.now()
    this.#place = await beginReading(serverSql(db), server, LEASE_MS)
    this.#readIn(this.#pollMs)
  }

  get #pollMs() {
    return POLL_MS[this.#needs.db.kind]
  }

  #readIn(ms: number) {
    if (this.#isStopped || this.#timerEnds <= performance.now() + ms) return
    clearTimeout(this.#timer)
    this.#timerEnds = performance.now() + ms
    this.#timer = setTimeout(() => this.#run(), ms)
  }

  #run() {
    this.#timerEnds = Number.POSITIVE_INFINITY
    // What comes during a read is read by the next one.
    if (this.#running) {
      void this.#running.then(() => this.#readIn(0))
      return
    }
    this.#running = this.#read().finally(() => {
      this.#running = null
      if (this.#place) this.#readIn(this.#joiners.length > 0 ? 0 : this.#pollMs)
    })
  }

  async #read(): Promise<void> {
    const place = this.#place
    if (!place) return
    const joiners = this.#joiners.splice(0)
    let hasTold = false

    try {
      await this.#renew(place)
      if (!this.#place) return this.#refuseJoiners(joiners)
      const page = await readPage(this.#needs.db, place)
      if (page === null) return this.#lose('changes were deleted unread', joiners)
      if (page.isFull && (await hasTooMany(this.#needs.db, place)))
        return this.#lose('too many unread changes', joiners)
      hasTold = page.changes.length > 0
      if (!(await this.#tellAll(place, page)))
        return this.#lose('changes were deleted unread', joiners)
      place.snapshot = page.snapshot
      this.#readAt = performance.now()
      this.#admit(joiners)
    } catch (err) {
      this.#needs.log.warn({ err }, 'realtime change read failed')
      const isAway = performance.now() - this.#readAt > AWAY_LIMIT_MS
      if (hasTold || isAway) return this.#lose('the database is away', joiners)
      this.#joiners.unshift(...joiners)
      this.#readIn(RETRY_MS)
    }
  }

  /** False: a later page was deleted before it was read. */
  async #tellAll(place: Place, first: Page): Promise<boolean> {
    const { db, tell } = this.#needs
    let page: Page | null = first
    while (page.changes.length > 0) {
      await tell(page.changes)
      if (!page.isFull) return true
      page = await readFurther(db, place, page)
      if (page === null) return false
    }
    return true
  }

  #admit(joiners: readonly Joiner[]) {
    for (const { tables, admit, resolve, reject } of joiners) {
      if (!this.#needs.watching.has(tables)) {
        reject(databaseAway(new Error('The tables are watched no longer')))
        continue
      }
      admit()
      resolve()
    }
  }

  async #renew(place: Place) {
    if (performance.now() - this.#renewedAt < RENEW_EVERY_MS) return
    const { watching } = this.#needs
    if (!watching.isClaimed) return this.#end()
    const began = performance.now()
    if (!(await watching.renew(place))) this.#lose('a lease has lapsed', [])
    else this.#renewedAt = began
  }

  /** All subscribers have to read again; the next read starts at a new position. */
  #lose(reason: string, joiners: readonly Joiner[]) {
    this.#place = null
    this.#needs.log.warn({ reason }, 'realtime changes interrupted')
    this.#needs.onGap(reason)
    this.#refuseJoiners(joiners)
  }

  #refuseJoiners(further: readonly Joiner[] = []) {
    for (const { reject } of [...further, ...this.#joiners.splice(0)])
      reject(databaseAway(new Error('The place among the changes was lost')))
  }

  async #end() {
    if (!this.#place) return
    this.#place = null
    const { db, server } = this.#needs
    // Otherwise its leases lapse.
    await endReading(serverSql(db), server).catch(() => {})
  }
}
