import type { RequestExportReply } from '@app/contract/account-replies'
import { theServer } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { requireSignedIn } from '@app/platform/db/require-signed-in.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import type { Limit } from '@app/platform/limits/limit.ts'
import { sendJob } from '#jobs/job-kinds.ts'
import { beginExport } from './exports-table.ts'
import type { PersonalData } from './personal-data.ts'

const EXPORT_LIMIT: Limit = { burst: 3, perSecond: 3 / 86_400 }

/** Returns the pending export if there is one. */
export async function requestExport(
  { db, limits }: Pick<PersonalData, 'db' | 'limits'>,
  member: Member,
): Promise<RequestExportReply> {
  // Runs as the server, because members may only read exports.
  return db.as(theServer, async (sql) => {
    await requireSignedIn(sql, member)
    const begun = await beginExport(sql, member.id)
    if (!begun) throw new AppError('conflict', 409, 'An export is being written already')

    if (begun.isNew) {
      await limits.takeIn(sql, `export ${member.id}`, EXPORT_LIMIT)
      await sendJob(sql, 'make-export', { id: begun.id })
    }
    return { id: begun.id }
  })
}
