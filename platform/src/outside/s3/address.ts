import { encode, queryOf } from './signature.ts'

/** A bucket of a service that speaks S3. */
export type Bucket = {
  endpoint: string
  bucket: string
  prefix: string
  region: string
  isPathStyle: boolean
  accessKey: string
  secretKey: string
}

/** null: the bucket itself. */
export function urlOf(
  { endpoint, bucket, prefix, isPathStyle }: Bucket,
  key: string | null,
  query: Record<string, string>,
): URL {
  const url = new URL(endpoint)
  const path = key === null ? '' : `${prefix}${key}`.split('/').map(encode).join('/')
  if (!isPathStyle) url.host = `${bucket}.${url.host}`
  url.pathname = isPathStyle ? `/${bucket}/${path}`.replace(/\/$/, '') : `/${path}`
  url.search = queryOf(query)

  return url
}
