import type { RecordPushBody, RecordPushReply } from '@app/contract/record-push'
import { theServer } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { requireSignedIn } from '@app/platform/db/require-signed-in.ts'
import { withRaisedRefusals } from '@app/platform/limits/raised-refusal.ts'
import type { Limit, RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { recordProductEvent } from '#product-events/record-product-event.ts'
import { closeTasks, mentionedTasks } from './close-mentioned-tasks.ts'
import { linkPushedProject } from './pushed-links-table.ts'
import { insertOwnPush, lockRepository } from './pushes-table.ts'

type Needs = Pick<CodeHost, 'db'> & { limits: RateLimits }

/** Each leaves a row for good. */
const LIMIT: Limit = { burst: 120, perSecond: 120 / 3600 }

/** What the extension says of its own push. A project that is new to us is linked by it. GitHub's webhook may tell of the same commit, before or after. */
export async function recordOwnPush(
  { db, limits }: Needs,
  member: Member,
  body: RecordPushBody,
): Promise<RecordPushReply> {
  const { boltProjectId = null, projectName, commitSha = null, ...told } = body
  const { succeeded, errorCode = null, ...push } = told

  const recording = db.as(theServer, async (sql) => {
    await requireSignedIn(sql, member)
    await limits.takeIn(sql, `recorded pushes ${member.id}`, LIMIT)
    await lockRepository(sql, push)
    if (succeeded && boltProjectId !== null) {
      const pushed = { ...push, userId: member.id, boltProjectId, projectName: projectName ?? null }
      await linkPushedProject(sql, pushed)
    }
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
  await withRaisedRefusals(recording)
  return { success: true }
}
