import type { Files } from './files.ts'
import { listPage as listRows, type PageEntry } from './listings-table.ts'
import { type PageCursor, readCursor, writeCursor } from './page-cursor.ts'
import { callerSql, type StorageCaller } from './storage-caller.ts'

export type PageOrder = {
  bucketId: string
  prefix: string
  hasDelimiter: boolean
  column: PageCursor['column']
  order: PageCursor['order']
  cursor: string | null
  limit: number
}

export type Page = {
  folders: PageEntry[]
  files: PageEntry[]
  next: { cursor: string; name: string } | null
}

/** The next page of files and folders; a cursor keeps the order its listing began with. */
export async function listPage(
  { db }: Pick<Files, 'db'>,
  caller: StorageCaller,
  { cursor, limit, ...query }: PageOrder,
): Promise<Page> {
  const after = cursor === null ? null : readCursor(cursor)
  const { column, order } = after ?? query
  const entries = await listRows(callerSql(db, caller, 'storage.object.list_v2'), {
    ...query,
    column,
    order,
    after,
    limit: limit + 1,
  })
  const shown = entries.slice(0, limit)
  const last = entries.length > limit ? shown.at(-1) : undefined

  return {
    folders: shown.filter((entry) => entry.is_folder),
    files: shown.filter((entry) => !entry.is_folder),
    next: last ? { cursor: writeCursor(last, column, order), name: last.name } : null,
  }
}
