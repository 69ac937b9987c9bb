import { theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { FailureHandlers, WorkFor } from '@app/platform/jobs/start-jobs.ts'
import { type jobKinds, sendJob } from '#jobs/job-kinds.ts'
import { deleteCopy } from './delete-copy.ts'
import { nextTryAt } from './deletions-table.ts'
import { importPrivate } from './import-private.ts'
import { failImport, failLost } from './imports-table.ts'
import type { PrivateImports } from './private-imports.ts'
import { sweepClones } from './sweep-clones.ts'

type ImportJob = 'import-private' | 'delete-clone' | 'sweep-clones'

export const importWork = (needs: PrivateImports): Pick<WorkFor<typeof jobKinds>, ImportJob> => ({
  'import-private': ({ payload, signal }) => importPrivate(needs, payload.cloneId, signal),
  'delete-clone': ({ payload }) => deleteWhenDue(needs, payload.cloneId),
  'sweep-clones': () => sweepClones(needs),
})

/** Runs after the last try. */
export const importFailed = ({
  db,
}: PrivateImports): Pick<FailureHandlers<typeof jobKinds>, 'import-private'> => ({
  'import-private': ({ cloneId }) => failImport(serverSql(db), cloneId, 'server_stopped'),
})

/** The row decides, because its time may have changed or another server may be deleting it. */
async function deleteWhenDue(needs: PrivateImports, cloneId: string): Promise<void> {
  await failLost(serverSql(needs.db))
  if (await deleteCopy(needs, cloneId)) return

  await needs.db.as(theServer, async (sql) => {
    const after = await nextTryAt(sql, cloneId)
    if (after) await sendJob(sql, 'delete-clone', { cloneId }, { after })
  })
}
