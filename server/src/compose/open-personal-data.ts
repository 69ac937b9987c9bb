import type { Clock } from '@app/platform/clock/clock.ts'
import { type Database, serviceRole } from '@app/platform/db/database.ts'
import type { Files } from '@app/platform/files/files.ts'
import { putFile } from '@app/platform/files/put-file.ts'
import { removeFiles } from '@app/platform/files/remove-files.ts'
import type { RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import { BUCKET, type PersonalData } from '#personal-data/personal-data.ts'

type Needs = {
  db: Database
  clock: Clock
  limits: RateLimits
  files: Files
  outbox: ProductOutbox
}

/** Composes data exports, which use the file service. */
export const openPersonalData = ({ db, clock, limits, files, outbox }: Needs): PersonalData => ({
  db,
  clock,
  limits,
  outbox,
  putFile: (name, ownerId, bytes) =>
    putFile(files, {
      place: { bucketId: BUCKET, name },
      ownerId,
      contentType: 'application/json',
      bytes,
    }),
  // Bypasses the policies, which allow no caller to delete an export.
  removeFiles: (names) => removeFiles(files, { ...serviceRole, settings: {} }, BUCKET, names),
})
