import { theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { sendJob } from '#jobs/job-kinds.ts'
import {
  claimDeletion,
  claimReport,
  isDeleted,
  postponeDeletion,
  recordDeletion,
  waitForImport,
} from './deletions-table.ts'
import { githubOf, type PrivateImports } from './private-imports.ts'
import { removeAtGithub } from './remove-at-github.ts'

type How = {
  /** Ignores the time of the last try. */
  isForced?: boolean
  /** A token that no row contains any more. */
  token?: string
}

/** One try to delete a due copy. Returns true if it no longer exists. */
export async function deleteCopy(
  needs: PrivateImports,
  id: string,
  { isForced = false, token }: How = {},
): Promise<boolean> {
  const copy = await claimDeletion(serverSql(needs.db), id, { isForced })
  if (!copy) return isDeleted(serverSql(needs.db), id)

  const removal = await removeAtGithub(needs, copy, token ?? null)
  switch (removal.kind) {
    case 'gone':
      needs.deletions.drop(id)
      await recordDeletion(serverSql(needs.db), id)
      return true
    case 'pending':
      await waitForImport(serverSql(needs.db), id)
      return false
    case 'open':
      needs.log.warn({ cloneId: id, reason: removal.error }, 'temporary copy not deleted')
      await tryLater(needs, id, removal.error)
      if (!removal.hasKey) await reportCopy(needs, id)
      return false
  }
}

const tryLater = (needs: PrivateImports, id: string, error: string): Promise<void> =>
  needs.db.as(theServer, async (sql) => {
    const after = await postponeDeletion(sql, id, error)
    if (after) await sendJob(sql, 'delete-clone', { cloneId: id }, { after })
  })

/** Tells the member once that only they can delete it. */
export const reportCopy = (needs: PrivateImports, id: string): Promise<void> =>
  needs.db.as(theServer, async (sql) => {
    const report = await claimReport(sql, id)
    if (!report?.email) return

    await needs.outbox.queue(sql, {
      template: 'copy_left',
      params: { address: githubOf(needs).pageOf(report.clone_full_name) },
      to: report.email,
      language: report.language,
      key: `copy_left ${id}`,
    })
  })
