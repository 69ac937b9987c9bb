import type { Context } from 'hono'
import type { ApiEnv } from './api-env.ts'
import { notAnObject, notJson, Refusal } from './errors.ts'

export async function readBody(c: Context<ApiEnv>): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await c.req.json().catch(() => {
    throw notJson()
  })
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw notAnObject()

  return body as Record<string, unknown>
}

/** For endpoints whose fields are all optional. */
export const readOptionalBody = async (
  c: Context<ApiEnv>,
): Promise<Readonly<Record<string, unknown>>> => ((await c.req.text()) === '' ? {} : readBody(c))

/** Line breaks are allowed, as in what GitHub itself sends. */
export function fromBase64(text: string): Buffer {
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(text)) {
    throw new Refusal(422, 'content is not valid Base64')
  }

  return Buffer.from(text, 'base64')
}
