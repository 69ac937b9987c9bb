import { isStorableJson } from '@app/contract/storable'
import * as z from 'zod/mini'
import { AppError } from '#errors/app-error.ts'
import { echo } from '#errors/echo.ts'

type Options = {
  /** For bodies whose parts are checked individually, so that an invalid part does not affect the others. */
  takesUnstorable?: boolean
}

/** The parsed body; throws an error that names the invalid field. A body is refused if PostgreSQL cannot store any part of it. */
export async function readJson<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
  { takesUnstorable = false }: Options = {},
): Promise<z.infer<Schema>> {
  const text = await request.text()
  const body = parsed(text)
  if (!takesUnstorable && !isStorableJson(text)) throw unstorable()
  const read = z.safeParse(schema, body)
  if (read.success) return read.data

  const [issue] = read.error.issues
  const where = echo(issue?.path.join('.') || 'body')
  throw new AppError('validation_failed', 400, `${where}: ${issue?.message}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('bad_json', 400, 'The body is not valid JSON')
  }
}

const unstorable = () =>
  new AppError('validation_failed', 400, 'body: it holds a character that cannot be stored')
