import type { WebhooksFilter } from '@app/contract/admin-operations'
import type {
  WebhookEvent,
  WebhookReply,
  WebhooksReply,
} from '@app/contract/admin-operations-replies'
import type { Sql } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { discardDeadLettersAbout } from '@app/platform/jobs/dead-letters.ts'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { readCursor } from '#admin/cursor.ts'
import { notInList } from '#admin/errors.ts'
import { readAsAdmin, requireAdmin, writeAsAdmin } from '#admin/levels.ts'
import { iso, pageOf } from '#admin/list-pages.ts'
import { sendJob } from '#jobs/job-kinds.ts'
import { maskBody } from './mask-body.ts'
import {
  countEvents,
  findEvent,
  listEvents,
  type Reopened,
  reopenEvents,
  type WebhookRow,
} from './webhooks-table.ts'

type Needs = Pick<AdminArea, 'db'>

export async function listWebhooks(
  needs: Needs,
  caller: AdminCaller,
  filter: WebhooksFilter,
): Promise<WebhooksReply> {
  return readAsAdmin(needs, caller, async (sql) => {
    const after = readCursor(filter.after)
    return pageOf(
      await listEvents(sql, filter, after),
      await countEvents(sql, filter),
      ({ key: _, ...row }) => asEvent(row),
    )
  })
}

export async function getWebhook(
  needs: Needs,
  caller: AdminCaller,
  id: string,
): Promise<WebhookReply> {
  await requireAdmin(needs, caller)
  const found = await findEvent(serverSql(needs.db), id)
  if (!found) throw notInList()
  const { body, note, ...row } = found

  return { event: asEvent(row), body: maskBody(body), bodyNote: note }
}

/** For an event that failed or that nobody claimed. */
export const replayWebhook = (needs: AdminArea, caller: AdminCaller, id: string): Promise<number> =>
  writeAsAdmin(
    needs,
    caller,
    { action: 'webhook_replayed', subjectType: 'webhook', subjectId: id },
    async (sql) => {
      const reopened = await reopenEvents(sql, id, 1)
      if (reopened.length === 0) throw notInList()
      await processAgain(sql, reopened)
      return reopened.length
    },
  )

const MOST_AT_ONCE = 1000

/** Replays the oldest failed events; those beyond one transaction's limit stay for the next call. */
export const replayAllWebhooks = (needs: AdminArea, caller: AdminCaller): Promise<number> => {
  const details: Record<string, unknown> = {}
  const action = {
    action: 'webhooks_replayed',
    subjectType: 'webhook',
    subjectId: null,
    details,
  } as const

  return writeAsAdmin(needs, caller, action, async (sql) => {
    const reopened = await reopenEvents(sql, null, MOST_AT_ONCE)
    await processAgain(sql, reopened)
    details.count = reopened.length
    return reopened.length
  })
}

/** A dead letter about the same event is no longer needed. */
async function processAgain(sql: Sql, events: readonly Reopened[]): Promise<void> {
  const github = events.flatMap(({ provider, id }) => (provider === 'github' ? [{ id }] : []))
  const billed = events.flatMap(({ provider, object_id }) =>
    provider === 'github' ? [] : [{ subscriptionId: object_id ?? '' }],
  )
  await discardDeadLettersAbout(sql, 'take-github-event', github)
  await sendJob(sql, 'take-github-event', github)
  await discardDeadLettersAbout(sql, 'take-billing-events', billed)
  await sendJob(sql, 'take-billing-events', billed)
}

const asEvent = ({ received_at, processed_at, ...row }: WebhookRow): WebhookEvent => ({
  ...row,
  receivedAt: received_at.toISOString(),
  processedAt: iso(processed_at),
})
