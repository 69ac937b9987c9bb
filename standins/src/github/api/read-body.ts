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

const DEFAULT_SIZE = 30
const MAX_SIZE = 100

/** The requested page of a list; the Link header contains the others. */
export function pageOf<T>(c: Context<ApiEnv>, list: readonly T[]): readonly T[] {
  const size = Math.min(wholeNumber(c.req.query('per_page')) ?? DEFAULT_SIZE, MAX_SIZE)
  const page = wholeNumber(c.req.query('page')) ?? 1
  const last = Math.max(1, Math.ceil(list.length / size))
  const links = Object.entries({
    ...(page > 1 && { prev: Math.min(page - 1, last) }),
    ...(page < last && { next: page + 1, last }),
    ...(page > 1 && { first: 1 }),
  })

  if (last > 1) {
    c.header('link', links.map(([rel, to]) => `<${addressOf(c, to)}>; rel="${rel}"`).join(', '))
  }
  return list.slice((page - 1) * size, page * size)
}

function addressOf(c: Context<ApiEnv>, page: number): string {
  const url = new URL(c.req.url)
  url.searchParams.set('page', String(page))

  return url.href
}

const wholeNumber = (text: string | undefined) =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
