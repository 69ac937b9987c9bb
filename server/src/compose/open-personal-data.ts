import type { Clock } from '@app/platform/clock/clock.ts'
import type { Config } from '#config/config.ts'
import type { Database } from '@app/platform/db/database.ts'
import { serviceRole } from '@app/platform/db/database.ts'
import type { Files } from '@app/platform/files/files.ts'
import { putFile } from '@app/platform/files/put-file.ts'
import { removeFiles } from '@app/platform/files/remove-files.ts'
import { rateLimits } from '@app/platform/limits/rate-limits.ts'
import { openOutbox } from '@app/platform/mail/outbox.ts'
import { BUCKET, type PersonalData } from '#personal-data/personal-data.ts'
import type { Keyring } from '@app/platform/sealing/keyring.ts'

type Needs = { config: Config; db: Database; clock: Clock; files: Files; keyring: Keyring }

/** Chooses the real things for exports: their files lie where all files do. */
export const openPersonalData = ({ config, db, clock, files, keyring }: Needs): PersonalData => ({
  db,
  clock,
  limits: rateLimits(db),
  outbox: openOutbox({ keyring, head: config.public }),
  putFile: (name, ownerId, bytes) =>
    putFile(files, {
      place: { bucketId: BUCKET, name },
      ownerId,
      contentType: 'application/json',
      bytes,
    }),
  // Bypasses the policies: they let nobody delete an export by hand.
  removeFiles: (names) => removeFiles(files, { ...serviceRole, settings: {} }, BUCKET, names),
})
