import { randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import type { Log } from '#log/log.ts'
import {
  type Caller,
  type ChangeBinding,
  type ChangeListener,
  type ChangesFeed,
  ChangesRefused,
} from './changes-feed.ts'
import { checkBindings } from './check-bindings.ts'
import { attachTriggers, type PublishedTable } from './published-tables.ts'
import { ReadLoop } from './read-loop.ts'
import { type Subscription, Subscriptions } from './subscriptions.ts'
import { tellChanges } from './tell-changes.ts'
import { trimChanges } from './trim-changes.ts'
import { Watching } from './watching.ts'

const MOST_OF_CHANNEL = 20
const MOST_OF_SERVER = 50_000
const ATTACH_EVERY_MS = 60_000
const TRIM_EVERY_MS = 10_000
/** Told by PostgREST's channel after the schema was changed. */
const SCHEMA_CHANNEL = 'pgrst'

type Needs = {
  db: Database
  log: Log
  /** DELETE of tables under policies is told to all whose filter passes, as Supabase does. */
  tellsAllDeletes?: boolean
}

/** The feed of one server. It reads and watches only while somebody subscribes. */
export function openChangesFeed({ db, log, tellsAllDeletes = false }: Needs): ChangesFeed {
  const server = randomUUID()
  const subscriptions = new Subscriptions()
  const gap = (those: Iterable<Subscription>, reason: string) => {
    for (const subscription of [...those]) {
      if (!subscription.isActive) continue
      end(subscription)
      tellGap(log, subscription, reason)
    }
  }
  // A caller stays the same while a page of changes is judged.
  const renewed = new Map<Subscription, Caller>()
  const watching = new Watching({ db, server })
  const loop = new ReadLoop({
    db,
    log,
    server,
    watching,
    tell: (changes) => {
      subscriptions.setCallers(renewed)
      renewed.clear()
      return tellChanges({ db, log, subscriptions, gap, tellsAllDeletes }, changes)
    },
    onGap: (reason) => gap(subscriptions.all(), reason),
  })
  const end = (subscription: Subscription) => {
    if (!subscription.isActive) return
    subscriptions.remove(subscription)
    renewed.delete(subscription)
    watching.release(subscription.tables)
  }
  const attaching = new Attaching({ db, log })
  const trim = soleRun(() =>
    trimChanges(db, server).catch((err: unknown) => log.warn({ err }, 'realtime trim failed')),
  )
  const stopListening: (() => void)[] = []
  const timers: NodeJS.Timeout[] = []

  return {
    async subscribe(caller, bindings, listener) {
      refuseTooMany(bindings, subscriptions)
      const checked = await attaching.withTables(bindings, (tables) =>
        checkBindings(db, caller, bindings, tables),
      )
      const subscription = newSubscription(caller, checked.bindings, checked.tables, listener)
      await joinReading({ watching, loop }, checked.tables, () => subscriptions.add(subscription))

      return {
        setCaller: (next) => {
          if (subscription.isActive) renewed.set(subscription, next)
        },
        end: () => end(subscription),
      }
    },
    wake: () => loop.wake(),
    async start() {
      const attach = () => void refresh({ attaching, subscriptions, watching, log })
      stopListening.push(await db.listen(SCHEMA_CHANNEL, attach, attach))
      stopListening.push(db.watchCommits(() => loop.wake()))
      timers.push(setInterval(attach, ATTACH_EVERY_MS).unref())
      timers.push(setInterval(trim.run, TRIM_EVERY_MS).unref())
      await attaching.refresh()
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      for (const stop of stopListening) stop()
      gap(subscriptions.all(), 'the server stops')
      await attaching.settled()
      await loop.stop()
      await trim.settled()
    },
  }
}

type Refreshed = Extended & { attaching: Attaching; log: Log }

async function refresh({ attaching, log, ...extended }: Refreshed): Promise<void> {
  try {
    await extend(extended, await attaching.refresh())
  } catch (err) {
    log.warn({ err }, 'realtime tables refresh failed')
  }
}

type Extended = { subscriptions: Subscriptions; watching: Watching }

/** Subscribers of a whole schema are also told of tables that were published later. */
async function extend(
  { subscriptions, watching }: Extended,
  tables: readonly PublishedTable[],
): Promise<void> {
  const added = new Set<string>()
  for (const { schema, name, root, isAttached } of tables) {
    if (!isAttached) continue
    for (const subscription of subscriptions.of(schema, name)) {
      if (subscription.tables.has(root)) continue
      subscription.tables.add(root)
      watching.claim([root])
      added.add(root)
    }
  }
  if (added.size > 0) await watching.watch(added)
}

/** Starts the work unless it still runs. */
function soleRun(work: () => Promise<void>) {
  let running: Promise<void> | null = null

  return {
    run: () => {
      running ??= work().finally(() => {
        running = null
      })
    },
    settled: async () => {
      await running
    },
  }
}

/** What goes wrong at one subscriber must not keep it from the others. */
function tellGap(log: Log, { listener }: Subscription, reason: string): void {
  try {
    listener.gap(reason)
  } catch (err) {
    log.error({ err }, 'realtime interruption failed')
  }
}

function refuseTooMany(bindings: readonly ChangeBinding[], subscriptions: Subscriptions): void {
  if (bindings.length > MOST_OF_CHANNEL)
    throw new ChangesRefused(`Too many changes for one channel: at most ${MOST_OF_CHANNEL}`)
  if (subscriptions.bindings + bindings.length > MOST_OF_SERVER)
    throw new ChangesRefused('Too many subscriptions to changes on this server')
}

const newSubscription = (
  caller: Caller,
  bindings: Subscription['bindings'],
  tables: Set<string>,
  listener: ChangeListener,
): Subscription => ({ caller, bindings, tables, listener, isActive: false })

type Joining = { watching: Watching; loop: ReadLoop }

/** Whatever is committed after this is read; `admit` runs right before the first such read. */
async function joinReading(
  { watching, loop }: Joining,
  tables: ReadonlySet<string>,
  admit: () => void,
): Promise<void> {
  watching.claim(tables)
  try {
    await loop.begin()
    await watching.watch(tables)
    await loop.join(tables, admit)
  } catch (error) {
    watching.release(tables)
    throw error
  }
}

/** Gives published tables their triggers, and knows which have one. */
class Attaching {
  readonly #needs: { db: Database; log: Log }
  #tables: readonly PublishedTable[] = []
  #running: Promise<readonly PublishedTable[]> | null = null

  constructor(needs: { db: Database; log: Log }) {
    this.#needs = needs
  }

  refresh(): Promise<readonly PublishedTable[]> {
    this.#running ??= attachTriggers(this.#needs)
      .then((tables) => {
        this.#tables = tables
        return tables
      })
      .finally(() => {
        this.#running = null
      })

    return this.#running
  }

  /** What is named may have been published, or made anew, a moment ago: only current tables are refused. */
  async withTables<T>(
    bindings: readonly ChangeBinding[],
    check: (tables: readonly PublishedTable[]) => Promise<T>,
  ): Promise<T> {
    const isKnown = ({ schema, table }: ChangeBinding) =>
      this.#tables.some((one) => one.schema === schema && one.name === table && one.isAttached)

    if (bindings.every(isKnown)) {
      try {
        return await check(this.#tables)
      } catch (error) {
        if (!(error instanceof ChangesRefused)) throw error
      }
    }
    // One that began before may have missed it.
    await this.settled()
    return check(await this.refresh())
  }

  async settled(): Promise<void> {
    await this.#running?.catch(() => {})
  }
}
