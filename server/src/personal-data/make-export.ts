import { type Sql, theServer } from '@app/platform/db/database.ts'
import { BATCH_ROWS } from '@app/platform/db/in-batches.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { FailureHandlers, WorkFor } from '@app/platform/jobs/start-jobs.ts'
import type { jobKinds } from '#jobs/job-kinds.ts'
import {
  deleteOldExports,
  failExport,
  failLostExports,
  findUnfinished,
  finishExport,
  type UnfinishedExport,
} from './exports-table.ts'
import type { PersonalData } from './personal-data.ts'
import { writeExport } from './write-export.ts'

const KEPT_S = 7 * 24 * 3600

type ExportJob = 'make-export' | 'sweep-exports'

export const exportWork = (needs: PersonalData): Pick<WorkFor<typeof jobKinds>, ExportJob> => ({
  'make-export': ({ payload }) => makeExport(needs, payload.id),
  'sweep-exports': () => sweepExports(needs),
})

/** The member sees the failure and may request another one. */
export const exportFailed = ({
  db,
}: PersonalData): Pick<FailureHandlers<typeof jobKinds>, 'make-export'> => ({
  'make-export': ({ id }) => failExport(serverSql(db), id),
})

async function makeExport(needs: PersonalData, id: string): Promise<void> {
  const { db, clock, putFile, removeFiles } = needs
  const wanted = await findUnfinished(serverSql(db), id)
  if (!wanted) return

  const pieces = writeExport(db, wanted.user_id, clock.now())
  const size = await putFile(wanted.file_name, wanted.user_id, pieces)
  const isWanted = await db.as(theServer, (sql) => finish(sql, needs, wanted, size))
  // If the account was deleted in the meantime, no file remains.
  if (!isWanted) await removeFiles([wanted.file_name])
}

async function finish(
  sql: Sql,
  { clock, outbox }: PersonalData,
  { id, email, language }: UnfinishedExport,
  size: number,
): Promise<boolean> {
  const expiresAt = new Date(clock.now().getTime() + KEPT_S * 1000)
  const isWanted = await finishExport(sql, { id, size, expiresAt })

  if (isWanted && email) {
    await outbox.queue(sql, {
      template: 'export_ready',
      params: {
        link: { on: 'site', path: '/settings', query: { tab: 'account' } },
        validForS: KEPT_S,
      },
      to: email,
      language,
      key: `export_ready ${id}`,
    })
  }
  return isWanted
}

async function sweepExports({ db, removeFiles }: PersonalData): Promise<void> {
  await failLostExports(serverSql(db))

  for (;;) {
    const names = await deleteOldExports(serverSql(db), BATCH_ROWS)
    if (names.length > 0) await removeFiles(names)
    if (names.length < BATCH_ROWS) return
  }
}
