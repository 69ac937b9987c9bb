import { isStorable } from '@app/contract/storable'
import { isSqlTime } from '@app/contract/time'
import { readUuid } from '@app/platform/db/uuid.ts'
import { AppError } from '@app/platform/errors/app-error.ts'

/** The position after a row: its sort key and its id. */
export type Cursor = { key: string; id: string }

/** A range of rows: the start, and the maximum number. */
export type Stretch = { after: Cursor | null; limit: number }

export const writeCursor = ({ key, id }: Cursor): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url')

/** The sort keys of lists. PostgreSQL would refuse other keys with its own error. */
const IS_KEY = {
  time: isSqlTime,
  text: isStorable,
  number: (text: string) => /^\d{1,15}$/.test(text),
}

export type Order = keyof typeof IS_KEY

export function readCursor(text: string | undefined, order: Order = 'time'): Cursor | null {
  if (text === undefined) return null

  const [key, id] = partsOf(text)
  const known = typeof id === 'string' ? readUuid(id) : null
  if (typeof key !== 'string' || known === null || !IS_KEY[order](key)) {
    throw new AppError('validation_failed', 400, 'after: not a place in this list')
  }
  return { key, id: known }
}

function partsOf(text: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(read) ? read : []
  } catch {
    return []
  }
}
