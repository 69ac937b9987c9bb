import * as z from 'zod/mini'
import {
  type BucketInput,
  changeBucket,
  createBucket,
  removeBucket,
  visibleBucket,
  visibleBuckets,
} from '#files/buckets.ts'
import type { Bucket } from '#files/buckets-table.ts'
import {
  featureNotEnabled,
  fileTooLarge,
  invalidBucketName,
  invalidRequest,
  wrongType,
} from '#files/errors.ts'
import { readFileSize } from '#files/file-size.ts'
import { isMimePattern } from '#files/mime-types.ts'
import { isBucketName, isReserved } from '#files/names.ts'
import { emptyBucket as emptyOut } from '#files/remove-files.ts'
import { requireCaller } from './callers.ts'
import { bucketOf } from './object-path.ts'
import { readJson, readQuery } from './read-json.ts'
import type { Answer, StorageNeeds } from './storage-needs.ts'

const whole = z.coerce.number().check(z.int(), z.minimum(0))

const bucketQuery = z.object({
  limit: z.optional(whole.check(z.minimum(1))),
  offset: z._default(whole, 0),
  search: z._default(z.string(), ''),
  sortColumn: z._default(z.enum(['id', 'name', 'created_at', 'updated_at']), 'name'),
  sortOrder: z._default(z.enum(['asc', 'desc']), 'asc'),
})

const limits = {
  public: z.optional(z.boolean()),
  file_size_limit: z.optional(z.nullable(z.union([z.number(), z.string()]))),
  allowed_mime_types: z.optional(z.nullable(z.array(z.string()))),
}

export const newBucket = z.object({
  ...limits,
  name: z.string(),
  id: z.optional(z.string()),
  type: z.optional(z.enum(['STANDARD', 'ANALYTICS'])),
})

export const listBuckets =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await requireCaller(needs, c)
    const { limit = null, offset, search, sortColumn, sortOrder } = readQuery(c, bucketQuery)
    const order = { limit, offset, search, column: sortColumn, order: sortOrder }

    const buckets = await visibleBuckets(needs.files, caller, order)
    return c.json(buckets.map((bucket) => ({ ...bucketJson(bucket), type: bucket.type })))
  }

export const getBucket =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await requireCaller(needs, c)

    return c.json(bucketJson(await visibleBucket(needs.files, caller, bucketOf(c))))
  }

export const postBucket =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await requireCaller(needs, c)
    const { name, id = name, type, ...requested } = await readJson(c, newBucket)
    if (type === 'ANALYTICS') throw featureNotEnabled()
    if (![name, id].every(isBucketName) || isReserved(id)) throw invalidBucketName()

    const { public: isPublic = false, ...checked } = checkLimits(
      requested,
      needs.files.maxFileBytes,
    )
    const input: BucketInput = {
      id,
      name,
      public: isPublic,
      file_size_limit: checked.file_size_limit ?? null,
      allowed_mime_types: checked.allowed_mime_types ?? null,
    }
    await createBucket(needs.files, caller, input)
    return c.json({ name })
  }

export const putBucket =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await requireCaller(needs, c)
    const change = checkLimits(await readJson(c, z.object(limits)), needs.files.maxFileBytes)
    if (Object.values(change).every((value) => value === undefined)) {
      throw invalidRequest('body must have one of public, file_size_limit and allowed_mime_types')
    }

    await changeBucket(needs.files, caller, bucketOf(c), change)
    return c.json({ message: 'Successfully updated' })
  }

export const deleteBucket =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    await removeBucket(needs.files, await requireCaller(needs, c), bucketOf(c))

    return c.json({ message: 'Successfully deleted' })
  }

export const emptyBucket =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    await emptyOut(needs.files, await requireCaller(needs, c), bucketOf(c))

    // The bucket is already empty; clients know this message.
    return c.json({
      message: 'Empty bucket has been queued. Completion may take up to an hour.',
    })
  }

type RequestedLimits = z.infer<z.ZodMiniObject<typeof limits>>

function checkLimits(requested: RequestedLimits, maxFileBytes: number) {
  const { public: isPublic, file_size_limit: size, allowed_mime_types: types } = requested
  const bytes = size === undefined || size === null ? size : readFileSize(size)
  if (bytes === null && size !== null) throw invalidRequest('body/file_size_limit is not a size')
  if (bytes && bytes > maxFileBytes) throw fileTooLarge()
  const bad = types?.find((type) => !isMimePattern(type))
  if (bad !== undefined) throw wrongType(bad)

  return { public: isPublic, file_size_limit: bytes, allowed_mime_types: types }
}

const bucketJson = ({ type: _, owner, ...bucket }: Bucket) => ({ ...bucket, owner: owner ?? '' })
