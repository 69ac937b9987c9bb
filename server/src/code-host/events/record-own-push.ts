import type { RecordPushBody, RecordPushReply } from '@app/contract/record-push'
import { theServer } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { requireSignedIn } from '@app/platform/db/require-signed-in.ts'
import type { Limit } from '@app/platform/limits/limit.ts'
import { withRaisedRefusals } from '@app/platform/limits/raised-refusal.ts'
import type { RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { recordProductEvent } from '#product-events/record-product-event.ts'
import { closeTasks, mentionedTasks } from './close-mentioned-tasks.ts'
import { markBelowOwn, placeBeforeOthers } from './pulls-table.ts'
import { linkPushedProject } from './pushed-links-table.ts'
import { insertOwnPush, lockRepository } from './pushes-table.ts'

type Needs = Pick<CodeHost, 'db'> & { limits: RateLimits }

/** Each call permanently adds a row. */
const LIMIT: Limit = { burst: 120, perSecond: 120 / 3600 }

/** Records a push that the extension reports. This links a project that is new to us. GitHub's webhook may report the same commit, earlier or later. */
export async function recordOwnPush(
  { db, limits }: Needs,
  member: Member,
  body: RecordPushBody,
): Promise<RecordPushReply> {
  const { boltProjectId = null, projectName, commitSha = null, before = null, ...told } = body
  const { succeeded, errorCode = null, ...push } = told

  const recording = db.as(theServer, async (sql) => {
    await requireSignedIn(sql, member)
    await limits.takeIn(sql, `recorded pushes ${member.id}`, LIMIT)
    await lockRepository(sql, push)
    if (succeeded && boltProjectId !== null) {
      const pushed = { ...push, userId: member.id, boltProjectId, projectName: projectName ?? null }
      await linkPushedProject(sql, pushed)
    }
    const recorded = await insertOwnPush(sql, {
      ...push,
      userId: member.id,
      boltProjectId,
      sha: succeeded ? commitSha : null,
      before,
      error: succeeded ? null : (errorCode ?? 'unknown'),
    })
    if (!recorded || !succeeded) return
    const { id, project_id } = recorded
    if (project_id !== null && commitSha !== null) {
      await placeBeforeOthers(sql, { ...push, sha: commitSha, projectId: project_id })
      if (before !== null) {
        await markBelowOwn(sql, { ...push, sha: before, projectId: project_id })
      }
    }

    await recordProductEvent(sql, 'push', member.id)
    await closeTasks(sql, id, mentionedTasks([push.message]))
  })
  await withRaisedRefusals(recording)
  return { success: true }
}
