import type { RestRequest } from './rest-request.ts'

/**
 * A key may stand in the address where no header can be set. It is a key then and no filter, and
 * counts when no header shows another.
 */
export function withoutKeyParameter(request: RestRequest, name: string): RestRequest {
  if (!request.queryString.includes(`${name}=`)) return request
  const parts = request.queryString.split('&')
  const isKey = (part: string) => part.startsWith(`${name}=`)
  const [key] = parts.filter(isKey)
  if (key === undefined) return request
  const value = new URLSearchParams(key).get(name) ?? ''

  return {
    ...request,
    queryString: parts.filter((part) => !isKey(part)).join('&'),
    header: (wanted) => request.header(wanted) ?? (wanted === name ? value : undefined),
  }
}
