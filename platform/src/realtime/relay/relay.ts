import { randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import type { Log } from '#log/log.ts'
import {
  type Page,
  type PresenceRow,
  type RelayRow,
  readPage,
  readWithPresence,
} from './relay-table.ts'
import { type Outbound, RelayWriter } from './relay-writer.ts'
import { beat, keepPartitions, registerServer, removeServer } from './servers-table.ts'

export type RelayListener = {
  told(row: RelayRow): void
  /** Messages may have been missed: clients must join anew. */
  gap(reason: string): void
}

type Needs = {
  db: Database
  log: Log
  listener: RelayListener
  /** How often the database is asked although nothing announced a change; null: not now. */
  pollMs: () => number | null
}

const CHANNEL = 'realtime'
const BEAT_EVERY_MS = 5_000
const LOOK_EVERY_MS = 100
/** Others notice a new server by then. */
const NOTICE_MS = 1_500
const WAKE_EVERY_MS = 20
const PARTITIONS_EVERY_MS = 3_600_000

type Load = {
  topic: string
  private: boolean
  apply: (rows: PresenceRow[]) => void
  done: () => void
  failed: (error: unknown) => void
}

/** Carries broadcasts, presence and ended sessions between servers, by rows that each reads once they are visible. */
export class Relay {
  readonly #needs: Needs
  readonly #server = randomUUID()
  readonly #writer: RelayWriter
  readonly #timers: NodeJS.Timeout[] = []
  /** Everything visible in it has been read. */
  #snapshot = ''
  #page: Page | null = null
  #others = 0
  #isRunning = false
  #readAtMs = 0
  #partitionsAtMs = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | null = null
  #isReadWanted = false
  #waking: NodeJS.Timeout | null = null
  #beating: Promise<void> = Promise.resolve()
  #loads: Load[] = []
  #stopListening = () => {}

  constructor(needs: Needs) {
    this.#needs = needs
    this.#writer = new RelayWriter({
      db: needs.db,
      server: this.#server,
      channel: CHANNEL,
      isAlone: () => this.#others === 0,
    })
  }

  /** Tells the other servers; resolves after the commit, or at once if there is none. */
  tell(outbound: Outbound): Promise<void> {
    return this.#writer.tell(outbound)
  }

  /** The presence that other servers have on a topic, in the order of what they tell. */
  loadPresence(
    topic: string,
    isPrivate: boolean,
    apply: (rows: PresenceRow[]) => void,
  ): Promise<void> {
    return new Promise<void>((done, failed) => {
      this.#loads.push({ topic, private: isPrivate, apply, done, failed })
      void this.#read()
    })
  }

  /** A transaction of this process has committed. */
  wake(): void {
    if (!this.#isRunning || this.#needs.pollMs() === null) return
    this.#waking ??= setTimeout(() => {
      this.#waking = null
      void this.#read()
    }, WAKE_EVERY_MS).unref()
  }

  async start(): Promise<void> {
    const { db } = this.#needs
    const heard = (from: string) => {
      if (from === this.#server) return
      // Whoever tells something lives.
      this.#others = Math.max(this.#others, 1)
      void this.#read()
    }
    this.#stopListening = await db.listen(CHANNEL, heard, () => void this.#read())
    await this.#register()
    this.#isRunning = true
    // Nobody waits for tomorrow's partitions.
    this.#beating = this.#keepPartitions()
    this.#timers.push(
      setInterval(() => {
        this.#beating = this.#beating.then(() => this.#beat())
      }, BEAT_EVERY_MS).unref(),
      setInterval(() => this.#look(), LOOK_EVERY_MS).unref(),
    )
  }

  /** How long other servers take to notice that this one exists. */
  get noticeMs(): number {
    return this.#others > 0 ? NOTICE_MS : 0
  }

  async stop(): Promise<void> {
    if (!this.#isRunning) return
    const { db, log } = this.#needs
    this.#isRunning = false
    this.#stopListening()
    for (const timer of this.#timers) clearInterval(timer)
    if (this.#waking) clearTimeout(this.#waking)
    await this.#writer.flushed()
    await this.#beating
    await this.#reading
    await removeServer(db, this.#server, CHANNEL).catch((err: unknown) =>
      log.warn({ err }, 'realtime server removal failed'),
    )
  }

  async #register(): Promise<void> {
    const { snapshot, others } = await registerServer(this.#needs.db, this.#server, CHANNEL)
    this.#snapshot = snapshot
    this.#page = null
    this.#others = others
  }

  #look(): void {
    const every = this.#needs.pollMs()
    if (every !== null && performance.now() - this.#readAtMs >= every) void this.#read()
  }

  async #beat(): Promise<void> {
    const { db, log, listener } = this.#needs
    if (!this.#isRunning) return
    try {
      const { isKnown, others } = await beat(db, this.#server, this.#snapshot, CHANNEL)
      this.#others = others
      if (!isKnown) {
        await this.#register()
        listener.gap('The server was out of reach of the others')
      }
      await this.#read()
      if (performance.now() - this.#partitionsAtMs > PARTITIONS_EVERY_MS) {
        await this.#keepPartitions()
      }
    } catch (err) {
      log.warn({ err }, 'realtime heartbeat failed')
    }
  }

  async #keepPartitions(): Promise<void> {
    const { db, log } = this.#needs
    try {
      await keepPartitions(db)
      this.#partitionsAtMs = performance.now()
    } catch (err) {
      log.warn({ err }, 'realtime partitions not kept')
    }
  }

  #read(): Promise<void> {
    this.#isReadWanted = true
    this.#reading ??= this.#readWhileWanted()

    return this.#reading
  }

  async #readWhileWanted(): Promise<void> {
    const { log } = this.#needs
    while (this.#isReadWanted && this.#isRunning) {
      this.#isReadWanted = false
      await this.#readOnce().catch((err: unknown) =>
        log.warn({ err }, 'realtime relay read failed'),
      )
    }
    this.#reading = null
    if (this.#isRunning) return
    for (const { failed } of this.#loads.splice(0)) failed(new Error('The server stops'))
  }

  async #readOnce(): Promise<void> {
    this.#readAtMs = performance.now()
    const loads = this.#loads.splice(0)
    try {
      // A read that failed between its pages goes on where it was.
      if (loads.length === 0 || this.#page) await this.#readPages()
      if (loads.length > 0) await this.#readForLoads(loads)
    } catch (error) {
      for (const { failed } of loads) failed(error)
      throw error
    }
  }

  /** A row that cannot be told must not hold up those after it. */
  #pass(row: RelayRow): void {
    const { log, listener } = this.#needs
    try {
      listener.told(row)
    } catch (err) {
      log.error({ err }, 'realtime row not told')
    }
  }

  async #readPages(): Promise<void> {
    const { db } = this.#needs
    this.#page ??= { until: null, after: '0' }
    for (;;) {
      const { rows, next, isLast } = await readPage(db, this.#server, this.#snapshot, this.#page)
      this.#page = next
      for (const row of rows) this.#pass(row)
      if (!isLast) continue
      this.#snapshot = next.until
      this.#page = null
      return
    }
  }

  async #readForLoads(loads: readonly Load[]): Promise<void> {
    const { db } = this.#needs
    const read = await readWithPresence(db, this.#server, this.#snapshot, loads)
    this.#snapshot = read.snapshot
    for (const row of read.rows) this.#pass(row)
    for (const load of loads) {
      const isOf = (row: { topic: string; private: boolean }) =>
        row.topic === load.topic && row.private === load.private
      load.apply(read.present.filter(isOf))
      load.done()
    }
  }
}
