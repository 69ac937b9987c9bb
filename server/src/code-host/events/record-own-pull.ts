import type { RecordPullBody, RecordPullReply } from '@app/contract/record-pull'
import { theServer } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { requireSignedIn } from '@app/platform/db/require-signed-in.ts'
import type { Limit } from '@app/platform/limits/limit.ts'
import type { RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { insertPull, markPulled } from './pulls-table.ts'
import { lockRepository } from './pushes-table.ts'

type Needs = Pick<CodeHost, 'db'> & { limits: RateLimits }

/** Each call permanently adds a row. */
const LIMIT: Limit = { burst: 120, perSecond: 120 / 3600 }

/**
 * Records changes that the extension reports as pulled, possibly twice. A project without a link has no history.
 */
export async function recordOwnPull(
  { db, limits }: Needs,
  member: Member,
  { boltProjectId = null, commitSha, added, modified, deleted, ...place }: RecordPullBody,
): Promise<RecordPullReply> {
  await db.as(theServer, async (sql) => {
    await requireSignedIn(sql, member)
    await limits.takeIn(sql, `recorded pulls ${member.id}`, LIMIT)
    // Serialises it with a push that is recorded concurrently.
    await lockRepository(sql, place)
    const files = added + modified + deleted
    const pull = { ...place, userId: member.id, boltProjectId, sha: commitSha, files }
    const projectId = await insertPull(sql, pull)
    if (projectId !== null) await markPulled(sql, { ...place, projectId, sha: commitSha })
  })

  return { success: true }
}
