import * as z from 'zod/mini'
import { invalidRequest } from './errors.ts'
import type { Files } from './files.ts'
import { listPage as listRows, type PageEntry } from './listings-table.ts'
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

/** The next page of files and folders; a cursor keeps the order of its first page. */
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

const TIMESTAMP = /^\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/

const pageCursor = z.object({
  column: z.enum(['name', 'created_at', 'updated_at']),
  order: z.enum(['asc', 'desc']),
  name: z.string(),
  isFolder: z.boolean(),
  sortedAt: z.string().check(z.regex(TIMESTAMP)),
})

type PageCursor = z.infer<typeof pageCursor>

/** Opaque to clients: the end of the page, and the order. */
const writeCursor = (
  { name, is_folder, sorted_at }: PageEntry,
  column: PageCursor['column'],
  order: PageCursor['order'],
): string => {
  const cursor: PageCursor = { column, order, name, isFolder: is_folder, sortedAt: sorted_at }

  return Buffer.from(JSON.stringify(cursor)).toString('base64')
}

function readCursor(text: string): PageCursor {
  try {
    return z.parse(pageCursor, JSON.parse(Buffer.from(text, 'base64').toString('utf8')))
  } catch {
    throw invalidRequest('The cursor cannot be read')
  }
}
