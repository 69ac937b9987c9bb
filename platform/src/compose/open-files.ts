import { hkdfSync } from 'node:crypto'
import type { Clock } from '#clock/clock.ts'
import type { FilesConfig } from '#config/files.ts'
import type { PlatformConfig } from '#config/platform-config.ts'
import type { Secrets } from '#config/secrets.ts'
import type { Database } from '#db/database.ts'
import { StartError } from '#errors/start-error.ts'
import type { Bytes } from '#files/bytes.ts'
import { bytesInDatabase } from '#files/bytes-in-database.ts'
import type { Files } from '#files/files.ts'
import { filesSql } from '#files/storage-caller.ts'
import { hasVersionsInS3 } from '#files/versions-table.ts'
import type { RateLimits } from '#limits/rate-limits.ts'
import type { Log } from '#log/log.ts'
import { ProviderError } from '#outside/provider-error.ts'
import { urlOf } from '#outside/s3/address.ts'
import type { S3 } from '#outside/s3/open-s3.ts'

type BytesNeeds = {
  db: Database
  clock: Clock
  log: Pick<Log, 'warn'>
  config: { files: FilesConfig }
}

type Needs = BytesNeeds & { secrets: Secrets; limits: RateLimits; config: PlatformConfig }

/** The file service. Its keys are derived from the server's keys and are only for links. */
export const openFiles = async (needs: Needs): Promise<Files> => {
  const { secrets, db, clock, limits, config } = needs

  return {
    db,
    bytes: await openBytes(needs),
    clock,
    limits,
    linkKeys: secrets.encryptionKeys.map(
      ({ bytes }) => new Uint8Array(hkdfSync('sha256', bytes, '', 'storage links', 32)),
    ),
    maxFileBytes: config.maxFileBytes,
  }
}

/** Where the bytes of files are kept. */
export async function openBytes(needs: BytesNeeds): Promise<Bytes> {
  const { db, config } = needs
  const s3 = await openBucket(needs)
  if (s3) {
    const { bytesInS3 } = await import('#files/bytes-in-s3.ts')
    const { home, redirects } = config.files
    return bytesInS3({ db, s3, home, redirects })
  }
  if (await hasVersionsInS3(filesSql(db))) {
    throw new StartError(
      'Files of this database are in an S3 bucket: set FILES_URL, or move them back first (operate -- move-files).',
    )
  }
  return bytesInDatabase(db)
}

/** The configured bucket, loaded only if there is one; null: none. A service that is away now may be back later. */
export async function openBucket({
  clock,
  log,
  config,
}: Omit<BytesNeeds, 'db'>): Promise<S3 | null> {
  const { s3: bucket } = config.files
  if (bucket === null) return null
  const { openS3 } = await import('#outside/s3/open-s3.ts')
  const s3 = openS3({ bucket, clock, log, silenceLimitMs: bucket.silenceLimitMs })

  try {
    await s3.check()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.failure === 'misconfigured') throw new StartError(reasonOf(s3, error))
    log.warn({ err: error }, 'S3 service away at the start')
  }
  return s3
}

/** Where browsers are led for public files, if they are. */
export const sharingOrigins = ({ s3, redirects }: FilesConfig): string[] =>
  s3 && redirects ? [urlOf(s3, null, {}).origin] : []

function reasonOf({ name }: S3, { providerCode, message }: ProviderError): string {
  if (providerCode === 'NoSuchBucket') return `FILES_URL: there is no bucket ${name}.`
  if (providerCode === 'InvalidAccessKeyId' || providerCode === 'SignatureDoesNotMatch') {
    return `FILES_ACCESS_KEY and FILES_SECRET_KEY are not those of the bucket ${name} (${providerCode}).`
  }
  if (providerCode === 'AccessDenied') {
    return `FILES_ACCESS_KEY lacks rights on the bucket ${name}: it needs s3:GetObject, PutObject, DeleteObject, AbortMultipartUpload, ListBucketMultipartUploads, and ListBucket for check-restore.`
  }
  return `FILES_URL: the bucket ${name} cannot be used (${message}). Are region, endpoint and style right?`
}
