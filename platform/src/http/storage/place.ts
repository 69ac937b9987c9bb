import type { Place } from '#files/objects-table.ts'
import type { StorageContext } from './storage-needs.ts'

/** The file of a route `…/:bucket/:path`. */
export const placeOf = (c: StorageContext): Place => ({
  bucketId: bucketOf(c),
  name: c.req.param('path') ?? '',
})

export const bucketOf = (c: StorageContext): string => c.req.param('bucket') ?? ''
