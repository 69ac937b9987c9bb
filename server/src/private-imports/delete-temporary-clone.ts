import type { DeleteTemporaryCloneReply } from '@app/contract/private-import-replies'
import { theServer } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { requireSignedIn } from '@app/platform/db/require-signed-in.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { within } from '@app/platform/errors/within.ts'
import { deleteCopy } from './delete-copy.ts'
import {
  cancelAnyImport,
  cancelImport,
  cancelImportsIn,
  cancelImportsOf,
} from './deletions-table.ts'
import { cloneNotFound } from './errors.ts'
import type { PrivateImports } from './private-imports.ts'

/** Well below a function's time limit. Jobs continue afterwards. */
const WAIT_LIMIT_MS = 5_000

/** Ends an import and deletes its copy, if it exists. */
export async function deleteTemporaryClone(
  needs: PrivateImports,
  member: Member,
  cloneId: string,
): Promise<DeleteTemporaryCloneReply> {
  await needs.db.as(theServer, async (sql) => {
    await requireSignedIn(sql, member)
    if (!(await cancelImport(sql, cloneId, member.id))) throw cloneNotFound()
  })

  return { deleted: await inTime(needs, deleteCopy(needs, cloneId)) }
}

/** The same for an admin, on any member's copy. `missing`: it is already deleted. */
export async function deleteAnyClone(
  needs: PrivateImports,
  cloneId: string,
): Promise<'deleted' | 'left' | 'missing'> {
  if (!(await cancelAnyImport(serverSql(needs.db), cloneId))) return 'missing'
  const isDeleted = await inTime(needs, deleteCopy(needs, cloneId, { isForced: true }))

  return isDeleted ? 'deleted' : 'left'
}

/** Deletes all of a member's copies before the connection for that is removed. */
export async function deleteCopiesOf(needs: PrivateImports, member: Member): Promise<void> {
  const left = await needs.db.as(theServer, async (sql) => {
    await requireSignedIn(sql, member)
    return cancelImportsOf(sql, member.id)
  })
  await inTime(needs, deleteAll(needs, left, {}))
}

type EndedGrant = { accessToken: string; githubUserId: number | null }

/** Deletes copies that only this grant can delete. Returns true if none remains. */
export async function endCopies(
  needs: PrivateImports,
  { accessToken, githubUserId }: EndedGrant,
): Promise<boolean> {
  if (githubUserId === null) return true
  const left = await needs.db.as(theServer, (sql) => cancelImportsIn(sql, githubUserId))

  return deleteAll(needs, left, { token: accessToken })
}

async function deleteAll(
  needs: PrivateImports,
  ids: readonly string[],
  how: { token?: string },
): Promise<boolean> {
  const deleting = ids.map((id) => deleteCopy(needs, id, { ...how, isForced: true }))

  return (await Promise.all(deleting)).every(Boolean)
}

/** Returns false if the result is not known in time. */
async function inTime(needs: PrivateImports, work: Promise<boolean>): Promise<boolean> {
  try {
    return await within(WAIT_LIMIT_MS, work, () => new Error('GitHub did not answer in time'))
  } catch (err) {
    needs.log.warn({ err }, 'temporary copy deletion deferred')
    return false
  }
}
