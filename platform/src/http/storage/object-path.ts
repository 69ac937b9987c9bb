import type { ObjectPath } from '#files/objects-table.ts'
import type { StorageContext } from './storage-needs.ts'

/** The file of a route `…/:bucket/:path`. */
export const objectPathOf = (c: StorageContext): ObjectPath => ({
  bucketId: bucketOf(c),
  name: c.req.param('path') ?? '',
})

export const bucketOf = (c: StorageContext): string => c.req.param('bucket') ?? ''
