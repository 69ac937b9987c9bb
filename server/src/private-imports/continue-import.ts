import type { ContinuePrivateImportReply } from '@app/contract/private-import-replies'
import { theServer } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { requireSignedIn } from '@app/platform/db/require-signed-in.ts'
import { sendJob } from '#jobs/job-kinds.ts'
import { cloneNotAsking, cloneNotFound } from './errors.ts'
import { acceptFindings } from './imports-table.ts'
import type { PrivateImports } from './private-imports.ts'
import { requirePro } from './start-import.ts'

/** The member has reviewed the findings and confirmed the copy. */
export const continueImport = (
  { db }: Pick<PrivateImports, 'db'>,
  member: Member,
  cloneId: string,
): Promise<ContinuePrivateImportReply> =>
  db.as(theServer, async (sql) => {
    await requireSignedIn(sql, member)
    const accepted = await acceptFindings(sql, cloneId, member.id)
    if (accepted === 'missing') throw cloneNotFound()
    if (accepted === 'not_asking') throw cloneNotAsking()
    if (accepted.needsPro) await requirePro(sql, member.id)

    await sendJob(sql, 'import-private', { cloneId })
    return { cloneId }
  })
