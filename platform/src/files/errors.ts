import { sqlState } from '#db/errors.ts'
import { AppError } from '#errors/app-error.ts'
import { echo } from '#errors/echo.ts'
import { raisedRefusal } from '#limits/raised-refusal.ts'
import { ProviderError } from '#outside/provider-error.ts'

// Clients of Supabase Storage show these messages or compare them.

export const noSuchBucket = () => new AppError('NoSuchBucket', 404, 'Bucket not found')

export const noSuchFile = () => new AppError('NoSuchKey', 404, 'Object not found')

/** The row exists without its bytes, for instance in seed data. */
export const bytesMissing = () => new AppError('NoSuchKey', 404, 'The resource was not found')

const AWAY_RETRY_S = 5

/** The service that keeps the bytes does not answer, or refuses us. Which of them only our log says. */
const bytesAway = (cause: ProviderError) =>
  new AppError('SlowDown', 503, 'The file storage cannot do this right now', {
    retryAfterS: AWAY_RETRY_S,
    cause,
  })

/** The second one: the object is shorter than it should be. */
const GONE = ['NoSuchKey', 'InvalidRange']

/** Whether the bytes are not where they are said to be. */
export const isMissing = (error: unknown): boolean =>
  (error instanceof ProviderError && GONE.includes(error.providerCode ?? '')) ||
  (error instanceof AppError && error.code === 'NoSuchKey')

/** Converts failures of the service that keeps the bytes; rethrows others. */
export async function inFilesTerms<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw isMissing(error) ? bytesMissing() : bytesAway(error)
  }
}

export const fileExists = () => new AppError('KeyAlreadyExists', 409, 'The resource already exists')

export const bucketExists = () =>
  new AppError('BucketAlreadyExists', 409, 'The resource already exists')

export const bucketNotEmpty = () =>
  new AppError('ResourceNotEmpty', 409, 'The bucket you tried to delete is not empty')

export const accessDenied = (
  message = 'new row violates row-level security policy',
  cause?: unknown,
) => new AppError('AccessDenied', 403, message, { cause })

/** Supabase Storage knows no scopes; the code is RFC 6750's. */
export const insufficientScope = () =>
  new AppError('insufficient_scope', 403, 'The token of this OAuth client does not allow this')

export const fileTooLarge = () =>
  new AppError('EntityTooLarge', 413, 'The object exceeded the maximum allowed size')

export const wrongType = (type: string) =>
  new AppError('InvalidMimeType', 415, `mime type ${echo(type)} is not supported`)

export const invalidKey = (key: string) =>
  new AppError('InvalidKey', 400, `Invalid key: ${echo(key)}`)

export const invalidBucketName = () => new AppError('InvalidBucketName', 400, 'Bucket name invalid')

export const invalidRequest = (message: string) => new AppError('InvalidRequest', 400, message)

export const invalidParameter = (message: string) => new AppError('InvalidParameter', 400, message)

export const noContent = () => new AppError('InvalidRequest', 400, 'No content provided')

export const featureNotEnabled = () =>
  new AppError('FeatureNotEnabled', 409, 'This feature is not enabled here')

export const invalidToken = (message: string, cause?: unknown) =>
  new AppError('InvalidJWT', 400, message, { cause })

export const invalidSignature = (message = 'Invalid signature') =>
  new AppError('InvalidSignature', 400, message)

/** Converts PostgreSQL's refusals to this service's errors; rethrows others. */
export async function refusedAs<T>(
  work: Promise<T>,
  answers: { duplicate?: () => AppError; referenced?: () => AppError },
): Promise<T> {
  try {
    return await work
  } catch (error) {
    const state = sqlState(error)
    if (state === '42501') throw accessDenied(undefined, error)
    if (state === '23505' && answers.duplicate) throw answers.duplicate()
    if (state === '23503' && answers.referenced) throw answers.referenced()
    throw raisedRefusal(error) ?? error
  }
}
