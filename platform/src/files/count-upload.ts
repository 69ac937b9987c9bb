import type { Caller } from '#db/database.ts'
import type { Files } from './files.ts'

const UPLOAD_LIMIT = { burst: 100, perSecond: 1, inPortions: true }

/**
 * Every upload, upload by signed link and copy counts for the file's owner. Writes without an owner come from the server or the service
 * role.
 */
export async function countUpload(
  { limits }: Pick<Files, 'limits'>,
  { role, claims }: Caller,
): Promise<void> {
  const owner = claims.sub ?? role
  if (role === 'service_role' || owner === null) return

  await limits.take(`upload ${owner}`, UPLOAD_LIMIT)
}
