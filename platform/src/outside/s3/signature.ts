import { createHash, createHmac } from 'node:crypto'

/** AWS Signature Version 4, for S3: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html */
export type Credentials = { accessKey: string; secretKey: string; region: string }

type Request = {
  method: string
  /** Encoded by `encode` and `queryOf`. */
  url: URL
  headers: Readonly<Record<string, string>>
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
const UNSIGNED = 'UNSIGNED-PAYLOAD'

/** Every header of the request is signed, names in lower case. Returns them with those of the signature. */
export function signHeaders(
  credentials: Credentials,
  { method, url, headers }: Request,
  payloadHash: string,
  now: Date,
): Record<string, string> {
  const at = timestamp(now)
  const signed = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': at,
  }
  const names = Object.keys(signed).sort().join(';')
  const scope = scopeOf(credentials, at)
  const signature = signatureOf(credentials, at, canonical(method, url, signed, payloadHash))

  return {
    ...signed,
    authorization: `${ALGORITHM} Credential=${credentials.accessKey}/${scope},SignedHeaders=${names},Signature=${signature}`,
  }
}

/** A URL that anybody may GET for a time. */
export function signUrl(
  credentials: Credentials,
  url: URL,
  query: Readonly<Record<string, string>>,
  { now, lifetimeS }: { now: Date; lifetimeS: number },
): string {
  const at = timestamp(now)
  const signed = new URL(url)
  const parameters = {
    ...query,
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${credentials.accessKey}/${scopeOf(credentials, at)}`,
    'X-Amz-Date': at,
    'X-Amz-Expires': String(lifetimeS),
    'X-Amz-SignedHeaders': 'host',
  }
  signed.search = queryOf(parameters)
  const text = canonical('GET', signed, { host: url.host }, UNSIGNED)
  signed.search = queryOf({
    ...parameters,
    'X-Amz-Signature': signatureOf(credentials, at, text),
  })

  return signed.href
}

/** As RFC 3986 has it; a slash is encoded too. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** In the order that signatures need. */
export const queryOf = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')

/** Of one text or of several pieces. */
export function sha256(pieces: readonly (Uint8Array | string)[]): string {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)

  return hash.digest('hex')
}

const canonical = (
  method: string,
  url: URL,
  headers: Readonly<Record<string, string>>,
  payloadHash: string,
) => {
  const names = Object.keys(headers).sort()

  return [
    method,
    url.pathname,
    url.search.slice(1),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    payloadHash,
  ].join('\n')
}

/** `20130524T000000Z` */
const timestamp = (now: Date) => now.toISOString().replace(/[-:]|\.\d{3}/g, '')

const scopeOf = ({ region }: Credentials, at: string) =>
  `${at.slice(0, 8)}/${region}/s3/aws4_request`

function signatureOf(credentials: Credentials, at: string, canonicalText: string): string {
  const { secretKey, region } = credentials
  const parts = [at.slice(0, 8), region, 's3', 'aws4_request']
  const key = parts.reduce<Buffer>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    Buffer.from(`AWS4${secretKey}`),
  )
  const text = [ALGORITHM, at, scopeOf(credentials, at), sha256([canonicalText])].join('\n')

  return createHmac('sha256', key).update(text).digest('hex')
}
