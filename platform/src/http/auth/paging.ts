import { validationFailed } from '#identity/errors.ts'
import type { AuthContext } from './auth-needs.ts'

const DEFAULT_PER_PAGE = 50
const MOST_PER_PAGE = 1000

export type Paging = { page: number; perPage: number; limit: number; offset: number }

/** `?page=&per_page=`; an empty value means the default. */
export function readPaging(c: AuthContext): Paging {
  const page = numberIn(c, 'page', 1)
  const perPage = Math.min(numberIn(c, 'per_page', DEFAULT_PER_PAGE), MOST_PER_PAGE)

  return { page, perPage, limit: perPage, offset: (page - 1) * perPage }
}

/**
 * The client parses a link's page after its first `=` and its relation between the quotes. So the order of parameters
 * and every character matter.
 */
export function setPagingHeaders(
  c: AuthContext,
  path: string,
  { page, perPage }: Paging,
  total: number,
): void {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `<${path}?page=${to}&per_page=${perPage}>; rel="${rel}"`

  c.header('x-total-count', String(total))
  c.header(
    'link',
    [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '),
  )
}

function numberIn(c: AuthContext, name: string, otherwise: number): number {
  const text = c.req.query(name)
  if (!text) return otherwise
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > Number.MAX_SAFE_INTEGER / MOST_PER_PAGE) {
    throw validationFailed(`Bad Pagination Parameters: ${name} must be a positive number`)
  }
  return number
}
