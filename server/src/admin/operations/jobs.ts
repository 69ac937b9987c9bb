import type { JobsFilter } from '@app/contract/admin-operations'
import type { JobsReply } from '@app/contract/admin-operations-replies'
import {
  countDeadLetters,
  type DeadLetter,
  discardDeadLetter,
  listDeadLetters,
  retryDeadLetterIn,
} from '@app/platform/jobs/dead-letters.ts'
import { jobStats } from '@app/platform/jobs/job-stats.ts'
import { isKeyTaken } from '@app/platform/jobs/jobs-table.ts'
import { countMails } from '@app/platform/mail/mail-list.ts'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { readCursor } from '#admin/cursor.ts'
import { notInList, retriedAlready } from '#admin/errors.ts'
import { readAsAdmin, writeAsAdmin } from '#admin/levels.ts'
import { COUNT_LIMIT, iso, PAGE_ROWS, pageOf } from '#admin/list-pages.ts'
import { visiblePayload } from './mask-body.ts'

export async function listJobs(
  needs: Pick<AdminArea, 'db'>,
  caller: AdminCaller,
  filter: JobsFilter,
): Promise<JobsReply> {
  const page = await readAsAdmin(needs, caller, async (sql) => {
    const { kind } = filter
    const place = readCursor(filter.after)
    const after = place && { failedAt: place.key, id: place.id }
    const failed = pageOf(
      await listDeadLetters(sql, { kind, after, most: PAGE_ROWS + 1 }),
      await countDeadLetters(sql, kind, COUNT_LIMIT),
      asLine,
    )
    return { ...failed, waitingMails: await countMails(sql, { state: 'waiting' }, COUNT_LIMIT) }
  })
  const kinds = await jobStats(needs.db)

  return {
    ...page,
    kinds: kinds.map(({ oldest_at, ...stats }) => ({ ...stats, oldestAt: iso(oldest_at) })),
  }
}

type Job = { kind: string; id: string }

export const retryJob = (needs: AdminArea, caller: AdminCaller, { kind, id }: Job): Promise<void> =>
  writeAsAdmin(needs, caller, about('job_retried', { kind, id }), async (sql) => {
    const isRetried = await retryDeadLetterIn(sql, kind, id).catch((error: unknown) => {
      throw isKeyTaken(error) ? retriedAlready() : error
    })
    if (!isRetried) throw notInList()
  })

export const discardJob = (
  needs: AdminArea,
  caller: AdminCaller,
  { kind, id }: Job,
): Promise<void> =>
  writeAsAdmin(needs, caller, about('job_discarded', { kind, id }), async (sql) => {
    if (!(await discardDeadLetter(sql, kind, id))) throw notInList()
  })

const about = (action: string, { kind, id }: Job) =>
  ({ action, subjectType: 'job', subjectId: id, details: { kind } }) as const

const asLine = (letter: DeadLetter & { key: string }) => ({
  id: letter.id,
  kind: letter.kind,
  payload: visiblePayload(letter.payload),
  reason: letter.reason,
  attempts: letter.attempts,
  sentAt: letter.sent_at.toISOString(),
  failedAt: letter.failed_at.toISOString(),
})
