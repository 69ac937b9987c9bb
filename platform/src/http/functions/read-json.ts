import * as z from 'zod/mini'
import { AppError } from '#errors/app-error.ts'

/** The parsed body, or an error that names the invalid field. */
export async function readJson<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const read = z.safeParse(schema, await parsed(request))
  if (read.success) return read.data

  const [issue] = read.error.issues
  const where = issue?.path.join('.') || 'body'
  throw new AppError('validation_failed', 400, `${where}: ${issue?.message}`)
}

async function parsed(request: Request): Promise<unknown> {
  const text = await request.text()

  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('bad_json', 400, 'The body is not valid JSON')
  }
}
