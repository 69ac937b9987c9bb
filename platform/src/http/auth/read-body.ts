import { isStorableJson } from '@app/contract/storable'
import * as z from 'zod/mini'
import { AppError } from '#errors/app-error.ts'
import { echo } from '#errors/echo.ts'
import type { AuthContext } from './auth-needs.ts'

const DEEPEST = 64

/** Parses the body. Clients send JSON with any content type, `null` for omitted fields, and sometimes no body. */
export async function readBody<Schema extends z.ZodMiniType>(
  c: AuthContext,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const body = await readObject(c)
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data

  const [issue] = parsed.error.issues
  throw badJson(`${echo(issue?.path.join('.') || 'body')} is of the wrong kind`)
}

/** The body's fields that are not null. */
export async function readObject(c: AuthContext): Promise<Record<string, unknown>> {
  const text = await c.req.text()
  const body = text.trim() === '' ? {} : parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badJson('an object is expected')
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

function parse(text: string): unknown {
  if (depthOf(text) > DEEPEST) throw badJson('it is nested too deeply')

  const body = parsed(text)
  if (!isStorableJson(text)) throw badJson('it holds a character that cannot be stored')

  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badJson('it is not valid JSON')
  }
}

/** The nesting depth, measured before parsing, because a deeply nested value cannot be serialised again. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let isInString = false

  for (let i = 0; i < text.length; i++) {
    const sign = text[i]
    if (sign === '"') isInString = !isInString
    else if (isInString) i += sign === '\\' ? 1 : 0
    else if (sign === '[' || sign === '{') deepest = Math.max(deepest, ++depth)
    else if (sign === ']' || sign === '}') depth--
  }
  return deepest
}

const badJson = (why: string) =>
  new AppError('bad_json', 400, `Could not parse request body as JSON: ${why}`)
