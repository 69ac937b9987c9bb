import { isUuid } from '@app/platform/db/uuid.ts'
import { AppError } from '@app/platform/errors/app-error.ts'

/** The place after a row: its value in the order of the list, and its id. */
export type Cursor = { key: string; id: string }

/** Rows of a list: where they begin, and how many at most. */
export type Stretch = { after: Cursor | null; limit: number }

export const writeCursor = ({ key, id }: Cursor): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url')

export function readCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null

  const [key, id] = partsOf(text)
  if (typeof key !== 'string' || typeof id !== 'string' || !isUuid(id)) {
    throw new AppError('validation_failed', 400, 'after: not a place in this list')
  }
  return { key, id }
}

function partsOf(text: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(read) ? read : []
  } catch {
    return []
  }
}
