import type { RecordPushBody, RecordPushReply } from '@app/contract/record-push'
import { theServer } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { requireSignedIn } from '@app/platform/db/require-signed-in.ts'
import type { Limit, RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { recordProductEvent } from '#product-events/record-product-event.ts'
import { closeTasks, mentionedTasks } from './close-mentioned-tasks.ts'
import { insertOwnPush, lockRepository } from './pushes-table.ts'

type Needs = Pick<CodeHost, 'db'> & { limits: RateLimits }

/** Each leaves a row for good. */
const LIMIT: Limit = { burst: 120, perSecond: 120 / 3600 }

/** What the extension says of its own push. GitHub's webhook may tell of the same commit, before or after. */
export async function recordOwnPush(
  { db, limits }: Needs,
  member: Member,
  body: RecordPushBody,
): Promise<RecordPushReply> {
  const { boltProjectId = null, commitSha = null, succeeded, errorCode = null, ...push } = body

  await db.as(theServer, async (sql) => {
    await requireSignedIn(sql, member)
    await limits.takeIn(sql, `recorded pushes ${member.id}`, LIMIT)
    await lockRepository(sql, push)
    const id = await insertOwnPush(sql, {
      ...push,
      userId: member.id,
      boltProjectId,
      sha: succeeded ? commitSha : null,
      error: succeeded ? null : (errorCode ?? 'unknown'),
    })
    if (id === null || !succeeded) return

    await recordProductEvent(sql, 'push', member.id)
    await closeTasks(sql, id, mentionedTasks([push.message]))
  })
  return { success: true }
}
