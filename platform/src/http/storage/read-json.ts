import { isStorableJson } from '@app/contract/storable'
import * as z from 'zod/mini'
import { echo } from '#errors/echo.ts'
import { invalidRequest } from '#files/errors.ts'
import type { StorageContext } from './storage-needs.ts'

/** The parsed body; an empty one counts as `{}`. */
export async function readJson<Schema extends z.ZodMiniType>(
  c: StorageContext,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = await c.req.text()

  return readValue(schema, text === '' ? {} : parse(text), 'body')
}

export const readQuery = <Schema extends z.ZodMiniType>(c: StorageContext, schema: Schema) =>
  readValue(schema, c.req.query(), 'querystring')

function readValue<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  where: string,
): z.infer<Schema> {
  const read = z.safeParse(schema, value)
  if (read.success) return read.data

  const [issue] = read.error.issues
  throw invalidRequest(`${echo([where, ...(issue?.path ?? [])].join('/'))} ${issue?.message}`)
}

function parse(text: string): unknown {
  if (!isStorableJson(text)) throw invalidRequest('body holds a character that cannot be stored')

  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('body must be valid JSON')
  }
}
