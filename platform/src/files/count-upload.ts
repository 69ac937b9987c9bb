import type { Caller } from '#db/database.ts'
import type { Files } from './files.ts'

const UPLOAD_LIMIT = { burst: 100, perSecond: 1 }

/**
 * Every write of bytes counts for its owner: an upload, one by a signed link, a copy. Writes without an owner are
 * the server's own or the service role's.
 */
export async function countUpload(
  { limits }: Pick<Files, 'limits'>,
  { role, claims }: Caller,
): Promise<void> {
  const owner = claims.sub ?? role
  if (role === 'service_role' || owner === null) return

  await limits.take(`upload ${owner}`, UPLOAD_LIMIT)
}
