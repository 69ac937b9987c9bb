import type { Files } from './files.ts'
import { type FolderEntry, listFolder as listRows } from './listings-table.ts'
import { callerSql, type StorageCaller } from './storage-caller.ts'

export type FolderOrder = {
  bucketId: string
  prefix: string
  search: string
  limit: number
  offset: number
  column: 'name' | 'created_at' | 'updated_at' | 'last_accessed_at'
  order: 'asc' | 'desc'
}

/** One level of a bucket: its files, and the name of each folder below. */
export function listFolder(
  { db }: Pick<Files, 'db'>,
  caller: StorageCaller,
  { prefix, search, ...order }: FolderOrder,
): Promise<FolderEntry[]> {
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`

  return listRows(callerSql(db, caller, 'storage.object.list'), {
    ...order,
    beginning: folder + search,
    level: folder.split('/').length,
  })
}
