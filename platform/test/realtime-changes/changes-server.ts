import pg from 'pg'
import { onTestFinished } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { theServer } from '#db/database.ts'
import { type DatabaseLocation, openDatabase } from '#db/open.ts'
import type { ChangeData } from '#realtime/changes/change-data.ts'
import type { Caller, ChangeBinding, ChangesFeed } from '#realtime/changes/changes-feed.ts'
import { openChangesFeed } from '#realtime/changes/open-changes-feed.ts'
import { schema } from '#test/databases/folders.ts'
import { type AtEnd, freshLocation } from '#test/fresh-database.ts'
import { keptLog } from '#test/test-server.ts'

/** A database of its own with one server that tells changes. */
export async function changesServer(atEnd: AtEnd, options: { tellsAllDeletes?: boolean } = {}) {
  const location = await freshLocation(atEnd)
  const server = await anotherServer(location, atEnd, options)

  return { ...server, location }
}

export async function anotherServer(
  location: DatabaseLocation,
  atEnd: AtEnd,
  options: { tellsAllDeletes?: boolean } = {},
) {
  const { log, logged } = keptLog('debug')
  const db = await openDatabase({ location, schema, clock: machineClock })
  const feed = openChangesFeed({ db, log, ...options })
  await feed.start()
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= feed.stop().then(() => db.close())
    return stopped
  }
  atEnd(stop)
  const run = async (text: string) => {
    await db.script(text)
  }
  const rows = async (text: string, values: unknown[] = []) =>
    (await db.ask(theServer, { text, values })).rows

  return { db, feed, run, rows, stop, logged }
}

export const member = (sub: string): Caller => ({
  role: 'authenticated',
  claims: { sub, role: 'authenticated' },
})
export const anon: Caller = { role: 'anon', claims: { role: 'anon' } }

type Heard = { ids: readonly number[]; data: ChangeData }

/** A subscription whose events can be waited for. */
export async function listenTo(
  feed: ChangesFeed,
  bindings: (Partial<ChangeBinding> & { table?: string })[],
  caller: Caller = anon,
) {
  const heard: Heard[] = []
  const gaps: string[] = []
  const waiting = new Set<() => void>()
  const changed = () => {
    for (const look of waiting) look()
  }
  const subscription = await feed.subscribe(
    caller,
    bindings.map((binding, i) => ({ id: i + 1, event: '*', schema: 'public', ...binding })),
    {
      change: (ids, data) => {
        heard.push({ ids, data })
        changed()
      },
      gap: (reason) => {
        gaps.push(reason)
        changed()
      },
    },
  )
  onTestFinished(() => subscription.end())
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isSo()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })

  return {
    subscription,
    heard,
    gaps,
    until,
    /** The next events in the order in which they came, as JSON values. */
    async take(count: number) {
      await until(() => heard.length >= count || gaps.length > 0)
      if (heard.length < count) throw new Error(`Interrupted: ${gaps}`)
      return heard.splice(0, count).map(({ ids, data }) => ({ ids, ...parsed(data) }))
    },
    /** All until the change that `isLast`. */
    async takeUntil(isLast: (data: Parsed) => boolean) {
      const hasLast = () => heard.some(({ data }) => isLast(parsed(data)))
      await until(() => hasLast() || gaps.length > 0)
      if (!hasLast()) throw new Error(`Interrupted: ${gaps}`)
      return heard.splice(0).map(({ data }) => parsed(data))
    },
  }
}

export type Parsed = {
  type: string
  schema: string
  table: string
  commit_timestamp: string
  columns: { name: string; type: string }[]
  errors: string[] | null
  record?: Record<string, unknown>
  old_record?: Record<string, unknown>
}

export const parsed = (data: ChangeData) => JSON.parse(data.json) as Parsed

/** A connection of another program, PostgreSQL only. */
export async function otherProgram(location: DatabaseLocation): Promise<pg.Client> {
  if (location.kind !== 'postgres') throw new Error('The embedded database has one program')
  const client = new pg.Client(location.url)
  await client.connect()
  onTestFinished(() => client.end())

  return client
}
