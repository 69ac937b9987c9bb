import type { Caller } from '#db/database.ts'
import type { Files } from './files.ts'

const UPLOAD_LIMIT = { burst: 100, perSecond: 1 }

/**
 * Whatever fills the database counts for whose it will be: an upload, one by a link that he signed,
 * a copy. What belongs to nobody is the server's own, or was signed by whoever may do everything.
 */
export async function countUpload(
  { limits }: Pick<Files, 'limits'>,
  { role, claims }: Caller,
): Promise<void> {
  const owner = claims.sub ?? role
  if (role === 'service_role' || owner === null) return

  await limits.take(`upload ${owner}`, UPLOAD_LIMIT)
}
