import type { Database } from '#db/database.ts'
import { serverSql } from '#db/server-sql.ts'
import type { Place } from './changes-table.ts'
import { renewLeases, unwatchTables, waitForWriters, watchTables } from './watched-table.ts'

/** Without a renewal, transactions stop recording for this server after so long. */
export const LEASE_MS = 30_000

type Needs = { db: Database; server: string }

/** Complete once the table's earlier writers have ended. */
type Watched = { isComplete: boolean; recording: Promise<void> }

/** The tables whose changes are recorded for this server, as long as somebody claims them. */
export class Watching {
  readonly #needs: Needs
  readonly #claims = new Map<string, number>()
  #watched = new Map<string, Watched>()
  #leasesEnd = Number.NEGATIVE_INFINITY

  constructor(needs: Needs) {
    this.#needs = needs
  }

  get isClaimed(): boolean {
    return this.#claims.size > 0
  }

  claim(tables: Iterable<string>): void {
    for (const table of tables) this.#claims.set(table, (this.#claims.get(table) ?? 0) + 1)
  }

  release(tables: Iterable<string>): void {
    for (const table of tables) {
      const left = (this.#claims.get(table) ?? 0) - 1
      if (left > 0) this.#claims.set(table, left)
      else this.#claims.delete(table)
    }
  }

  /** The leases begin anew with a new place. */
  begin(): void {
    this.#watched = new Map()
    this.#leasesEnd = performance.now() + LEASE_MS
  }

  /** Resolves once no transaction is left that may write these tables unrecorded. */
  async watch(tables: Iterable<string>): Promise<void> {
    const watched = this.#watched
    const unwatched = [...tables].filter((table) => !watched.has(table))

    if (unwatched.length > 0) {
      const entry: Watched = { isComplete: false, recording: this.#record(unwatched) }
      entry.recording.then(
        () => {
          entry.isComplete = true
        },
        () => {
          for (const table of unwatched) watched.delete(table)
        },
      )
      for (const table of unwatched) watched.set(table, entry)
    }
    await Promise.all([...tables].map((table) => watched.get(table)?.recording))
  }

  /** Whether they are watched since the present place began. */
  has(tables: Iterable<string>): boolean {
    return [...tables].every((table) => this.#watched.get(table)?.isComplete)
  }

  /** False: a lease has lapsed. */
  async renew(place: Place): Promise<boolean> {
    const sql = serverSql(this.#needs.db)
    const { server } = this.#needs
    const idle = [...this.#watched.keys()].filter((table) => !this.#claims.has(table))
    for (const table of idle) this.#watched.delete(table)
    if (idle.length > 0) await unwatchTables(sql, server, idle)

    // Those that are being watched are waited for by their subscribers, not by everybody.
    await this.watch([...this.#claims.keys()].filter((table) => !this.#watched.has(table)))

    const began = performance.now()
    const isWhole = await renewLeases(sql, place, [...this.#watched.keys()], LEASE_MS)
    const isInTime = performance.now() < this.#leasesEnd
    this.#leasesEnd = began + LEASE_MS
    return isWhole && isInTime
  }

  async #record(tables: string[]): Promise<void> {
    const { db, server } = this.#needs
    const sql = serverSql(db)
    await watchTables(sql, server, tables, LEASE_MS)
    await waitForWriters(sql, tables)
  }
}
