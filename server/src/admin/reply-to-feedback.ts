import type { ManageFeedbackBody } from '@app/contract/admin'
import { languageOf } from '@app/contract/languages'
import type { Sql } from '@app/platform/db/database.ts'
import type { AdminArea, AdminCaller } from './admin.ts'
import { feedbackNotFound, repliedMeanwhile, senderUnreachable } from './errors.ts'
import { findReply, lockForReply, type Reply, storeReply } from './feedback-table.ts'
import { changeAsAdmin, recordingRefusal, requireAdmin } from './levels.ts'

type ReplyBody = Extract<ManageFeedbackBody, { action: 'reply' }>

/** For one admin, and for one recipient. */
const OF_ADMIN = { burst: 30, perSecond: 60 / 3600 }
const OF_RECIPIENT = { burst: 10, perSecond: 10 / 86_400 }

/** Mails the sender, in their language. A repeated call sends, stores and audits nothing. */
export function replyToFeedback(
  needs: AdminArea,
  caller: AdminCaller,
  body: ReplyBody,
): Promise<void> {
  const action = {
    action: 'feedback_replied',
    subjectType: 'feedback',
    subjectId: body.feedbackId,
  } as const
  const reply = {
    id: body.replyId,
    feedback_id: body.feedbackId,
    author_id: caller.member.id,
    body: body.text,
  }

  return recordingRefusal(needs, caller, action, async () => {
    await requireAdmin(needs, caller)
    try {
      await changeAsAdmin(needs, caller, action, (sql) => send(needs, sql, reply, body.repliesSeen))
    } catch (error) {
      if (!(error instanceof AlreadySent)) throw error
    }
  })
}

/** Rolls the transaction back, so that a repeated call leaves no audit line. */
class AlreadySent extends Error {}

async function send(needs: AdminArea, sql: Sql, reply: Reply, repliesSeen: number): Promise<void> {
  const target = await lockForReply(sql, reply.feedback_id)
  if (!target) throw feedbackNotFound()
  await refuseSecond(sql, reply, target.replies === repliesSeen)
  if (target.address === null) throw senderUnreachable()

  await needs.limits.takeIn(sql, `feedback replies by ${reply.author_id}`, OF_ADMIN)
  await needs.limits.takeIn(sql, `feedback replies to ${target.user_id}`, OF_RECIPIENT)
  await storeReply(sql, reply)
  await needs.outbox.queue(sql, {
    template: 'feedback_reply',
    params: {
      title: target.title?.trim() || null,
      quote: target.description?.trim() || null,
      sentAt: target.created_at,
      text: reply.body,
    },
    to: target.address,
    language: languageOf(target.language),
    key: `feedback reply ${reply.id}`,
  })
}

/** Called under the item's lock. */
async function refuseSecond(sql: Sql, reply: Reply, isCurrent: boolean): Promise<void> {
  const known = await findReply(sql, reply.id)
  if (known) throw isSame(known, reply) ? new AlreadySent() : repliedMeanwhile()
  if (!isCurrent) throw repliedMeanwhile()
}

const isSame = (one: Reply, other: Reply): boolean =>
  one.feedback_id === other.feedback_id &&
  one.author_id === other.author_id &&
  one.body === other.body
