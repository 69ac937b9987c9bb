import * as z from 'zod/mini'
import { invalidRequest } from './errors.ts'
import type { PageEntry } from './listings-table.ts'

const TIMESTAMP = /^\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/

const pageCursor = z.object({
  column: z.enum(['name', 'created_at', 'updated_at']),
  order: z.enum(['asc', 'desc']),
  name: z.string(),
  isFolder: z.boolean(),
  sortedAt: z.string().check(z.regex(TIMESTAMP)),
})

export type PageCursor = z.infer<typeof pageCursor>

/** Opaque to clients: where a page ended, and in which order. */
export const writeCursor = (
  { name, is_folder, sorted_at }: PageEntry,
  column: PageCursor['column'],
  order: PageCursor['order'],
): string => {
  const cursor: PageCursor = { column, order, name, isFolder: is_folder, sortedAt: sorted_at }

  return Buffer.from(JSON.stringify(cursor)).toString('base64')
}

export function readCursor(text: string): PageCursor {
  try {
    return z.parse(pageCursor, JSON.parse(Buffer.from(text, 'base64').toString('utf8')))
  } catch {
    throw invalidRequest('The cursor cannot be read')
  }
}
