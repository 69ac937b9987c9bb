import { hkdfSync } from 'node:crypto'
import type { Clock } from '#clock/clock.ts'
import type { Secrets } from '#config/secrets.ts'
import type { Database } from '#db/database.ts'
import type { Files } from '#files/files.ts'
import { rateLimits } from '#limits/rate-limits.ts'

const MAX_FILE_BYTES = 50 * 1024 * 1024

type Needs = { secrets: Secrets; db: Database; clock: Clock }

/** The file service with its key, which is derived from the server's own and signs links only. */
export function openFiles({ secrets, db, clock }: Needs): Files {
  const newest = secrets.encryptionKeys.at(-1)
  if (!newest) throw new Error('The file service needs a key')
  const signingKey = new Uint8Array(hkdfSync('sha256', newest.bytes, '', 'storage links', 32))

  return { db, clock, limits: rateLimits(db), signingKey, maxFileBytes: MAX_FILE_BYTES }
}
