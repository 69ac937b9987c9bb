import {
  type Bucket,
  type BucketChange,
  type BucketOrder,
  deleteBucket,
  findBucket,
  insertBucket,
  isEmptyBucket,
  listBuckets,
  updateBucket,
} from './buckets-table.ts'
import { bucketExists, bucketNotEmpty, noSuchBucket, refusedAs } from './errors.ts'
import type { Files } from './files.ts'
import { changeAs } from './require-current.ts'
import { callerSql, filesSql, ownerOf, type StorageCaller } from './storage-caller.ts'

type Needs = Pick<Files, 'db'>

/** For callers who may request the bucket's files, so its row need not be hidden from them. */
export async function knownBucket({ db }: Needs, id: string): Promise<Bucket> {
  const bucket = await findBucket(filesSql(db), id)
  if (!bucket) throw noSuchBucket()

  return bucket
}

export async function visibleBucket(
  { db }: Needs,
  caller: StorageCaller,
  id: string,
): Promise<Bucket> {
  const bucket = await findBucket(callerSql(db, caller, 'storage.bucket.get'), id)
  if (!bucket) throw noSuchBucket()

  return bucket
}

export const visibleBuckets = ({ db }: Needs, caller: StorageCaller, order: BucketOrder) =>
  listBuckets(callerSql(db, caller, 'storage.bucket.list'), order)

export type BucketInput = {
  id: string
  name: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

export async function createBucket(
  { db }: Needs,
  caller: StorageCaller,
  input: BucketInput,
): Promise<void> {
  const { owner, ownerId } = ownerOf(caller)
  const inserted = changeAs({ db }, caller, 'storage.bucket.create', (sql) =>
    insertBucket(sql, { ...input, owner, owner_id: ownerId }),
  )

  await refusedAs(inserted, { duplicate: bucketExists })
}

export async function changeBucket(
  { db }: Needs,
  caller: StorageCaller,
  id: string,
  change: BucketChange,
): Promise<void> {
  const changed = changeAs({ db }, caller, 'storage.bucket.update', (sql) =>
    updateBucket(sql, id, change),
  )

  if (!(await refusedAs(changed, {}))) throw noSuchBucket()
}

/** The server checks that the bucket is empty; policies decide whether the caller may delete it. */
export async function removeBucket(needs: Needs, caller: StorageCaller, id: string): Promise<void> {
  await knownBucket(needs, id)
  if (!(await isEmptyBucket(filesSql(needs.db), id))) throw bucketNotEmpty()

  const deleted = changeAs(needs, caller, 'storage.bucket.delete', (sql) => deleteBucket(sql, id))
  if (!(await refusedAs(deleted, { referenced: bucketNotEmpty }))) throw noSuchBucket()
}
