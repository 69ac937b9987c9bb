import { syncProjectsBody } from '@app/contract/project-sync'
import type { Database } from '@app/platform/db/database.ts'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import { syncProjects } from '#projects/sync-projects.ts'

type Needs = { db: Database }

export const syncBoltProjects = assuredFunction<Needs>(
  'POST',
  async (request, member, needs) => {
    const { localProjects, lastSyncTimestamp, conflictResolution } = await readJson(
      request,
      syncProjectsBody,
      { takesUnstorable: true },
    )
    const lastSync = momentOf(lastSyncTimestamp)

    return jsonAnswer(
      await syncProjects(needs, member, { localProjects, lastSync, strategy: conflictResolution }),
    )
  },
  { scope: 'sync:write' },
)

/** An unreadable time counts as missing, and causes no deletion. */
function momentOf(text: string | null | undefined): Date | null {
  const moment = new Date(text ?? Number.NaN)
  const year = moment.getUTCFullYear()

  // PostgreSQL supports fewer years than JavaScript; NaN is refused too.
  return year >= 1 && year <= 9999 ? moment : null
}
