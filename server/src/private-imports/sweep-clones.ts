import { COPY_PUBLIC_MS } from '@app/contract/private-import-replies'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { within } from '@app/platform/errors/within.ts'
import { deleteCopy, reportCopy } from './delete-copy.ts'
import { expireCopies, listDue, listPublic, listUnreported, nextDueMs } from './deletions-table.ts'
import { failLost } from './imports-table.ts'
import type { PrivateImports } from './private-imports.ts'

/** How many copies are deleted concurrently. */
const AT_ONCE = 8

/** Handles overdue work: lost imports, expired copies, members to notify. */
export async function sweepClones(
  needs: PrivateImports,
  { isForced = false }: { isForced?: boolean } = {},
): Promise<void> {
  const sql = serverSql(needs.db)
  await failLost(sql)
  const due = await listDue(sql, { isForced })
  for (let i = 0; i < due.length; i += AT_ONCE) {
    await Promise.all(due.slice(i, i + AT_ONCE).map((id) => deleteCopy(needs, id, { isForced })))
  }
  for (const id of await listUnreported(sql)) await reportCopy(needs, id)
}

/** The job should run first; this is for lost servers. */
const GRACE_MS = 1_500
const LONGEST_WAIT_MS = 15_000
const STOP_LIMIT_MS = 3_000

/**
 * Complements the jobs: a lost server's job returns within a minute, which is too long for a public copy. At startup there is no delay. The
 * minute is also measured by a monotonic clock, because the database's clock may be set back.
 */
export function watchCopies(needs: PrivateImports): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const expire = overdueByTimer(needs)
  let last = look({ isForced: true })

  async function look(how: { isForced: boolean }): Promise<void> {
    let waitMs = LONGEST_WAIT_MS
    try {
      const leftMs = await expire()
      await sweepClones(needs, how)
      const dueMs = await nextDueMs(serverSql(needs.db))
      if (dueMs !== null) waitMs = Math.min(waitMs, Math.max(0, dueMs) + GRACE_MS)
      waitMs = Math.min(waitMs, leftMs + GRACE_MS)
    } catch (err) {
      needs.log.warn({ err }, 'temporary copy sweep failed')
    }
    if (isStopped) return
    timer = setTimeout(() => {
      last = look({ isForced: false })
    }, waitMs)
  }

  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      // The server must stop within ten seconds; other servers or the next start finish the rest.
      await within(STOP_LIMIT_MS, last, () => new Error('Too late')).catch(() => {})
    },
  }
}

/**
 * Makes copies due that this server has seen public for a minute. At startup also those published in the future, because the clock was set
 * back. Returns the time until the next one is due.
 */
function overdueByTimer({ db }: PrivateImports): () => Promise<number> {
  const seenSince = new Map<string, number>()
  let isStart = true

  return async () => {
    const sql = serverSql(db)
    const now = performance.now()
    const copies = await listPublic(sql)
    const isPublic = new Set(copies.map(({ id }) => id))
    for (const id of seenSince.keys()) if (!isPublic.has(id)) seenSince.delete(id)
    const left = copies.map(({ id, isAhead }) => {
      const since = seenSince.get(id) ?? now
      seenSince.set(id, since)
      return { id, ms: isStart && isAhead ? 0 : since + COPY_PUBLIC_MS - now }
    })
    const due = left.filter(({ ms }) => ms <= 0)
    if (due.length > 0) {
      await expireCopies(
        sql,
        due.map(({ id }) => id),
      )
    }
    isStart = false

    return Math.min(COPY_PUBLIC_MS, ...left.filter(({ ms }) => ms > 0).map(({ ms }) => ms))
  }
}
