import { createHash, createHmac } from 'node:crypto'
import type { Clock } from '#runtime/clock.ts'
import { type Refusal, refusal } from './refusal.ts'

export type Keys = { accessKey: string; secretKey: string; region: string }

/** A request as it came, nothing decoded. Names of headers in lower case. */
export type RawRequest = {
  method: string
  path: string
  query: string
  headers: Record<string, string | undefined>
}

/** What is to be compared: everything that the signature was made from. */
type Claim = {
  accessKey: string
  date: string
  region: string
  at: string
  signedNames: string[]
  signature: string
  payloadHash: string
  /** Without the signature itself, where that is in the query. */
  query: string
}

const UNSIGNED = 'UNSIGNED-PAYLOAD'
const ALGORITHM = 'AWS4-HMAC-SHA256'
const MAX_SKEW_MS = 15 * 60 * 1000

/** Why Signature Version 4 refuses the request; else the hash that its body must have, null for any body. */
export function checkSignature(
  keys: Keys,
  request: RawRequest,
  clock: Clock,
): Refusal | { bodyHash: string | null } {
  const claim = readHeader(request) ?? readQuery(request)
  if (!claim) return refusal(403, 'AccessDenied', 'Access Denied')
  if (claim === 'malformed') {
    return refusal(400, 'AuthorizationHeaderMalformed', 'The authorization header is malformed.')
  }
  const unsigned = Object.keys(request.headers).find(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !claim.signedNames.includes(name),
  )
  if (unsigned) {
    return refusal(403, 'AccessDenied', `The header ${unsigned} was not signed.`)
  }
  if (claim.accessKey !== keys.accessKey) {
    return refusal(403, 'InvalidAccessKeyId', 'The Access Key Id you provided does not exist.')
  }
  if (claim.region !== keys.region) {
    const text = `The region '${claim.region}' is wrong; expecting '${keys.region}'`
    return refusal(400, 'AuthorizationHeaderMalformed', text)
  }
  const late = lateness(request, claim, clock)
  if (late) return late
  if (signatureOf(keys.secretKey, request, claim) !== claim.signature) {
    const text = 'The request signature we calculated does not match the signature you provided.'
    return refusal(403, 'SignatureDoesNotMatch', text)
  }
  return { bodyHash: claim.payloadHash === UNSIGNED ? null : claim.payloadHash }
}

function lateness({ query }: RawRequest, { at, date }: Claim, clock: Clock): Refusal | null {
  const signedAt = Date.parse(
    at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (Number.isNaN(signedAt) || !at.startsWith(date)) {
    return refusal(403, 'AccessDenied', 'The date of the signature cannot be read.')
  }
  const livesS = new URLSearchParams(query).get('X-Amz-Expires')
  const age = clock.now() - signedAt
  if (livesS !== null && age > Number(livesS) * 1000) {
    return refusal(403, 'AccessDenied', 'Request has expired')
  }
  if (-age > MAX_SKEW_MS || (livesS === null && age > MAX_SKEW_MS)) {
    const text = 'The difference between the request time and the current time is too large.'
    return refusal(403, 'RequestTimeTooSkewed', text)
  }
  return null
}

function readHeader({ headers, query }: RawRequest): Claim | 'malformed' | null {
  const { authorization } = headers
  if (authorization === undefined) return null
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([\da-f]{64})$/.exec(
      authorization,
    ) ?? []
  const payloadHash = headers['x-amz-content-sha256']
  if (signature === '' || payloadHash === undefined) return 'malformed'

  return claimOf(credential, { names, signature, payloadHash, query, at: headers['x-amz-date'] })
}

function readQuery({ query }: RawRequest): Claim | 'malformed' | null {
  const given = new URLSearchParams(query)
  const signature = given.get('X-Amz-Signature')
  if (signature === null) return null
  if (given.get('X-Amz-Algorithm') !== ALGORITHM || !given.has('X-Amz-Expires')) return 'malformed'
  const rest = query.split('&').filter((part) => !part.startsWith('X-Amz-Signature='))

  return claimOf(given.get('X-Amz-Credential') ?? '', {
    names: given.get('X-Amz-SignedHeaders') ?? '',
    signature,
    payloadHash: UNSIGNED,
    query: rest.join('&'),
    at: given.get('X-Amz-Date') ?? undefined,
  })
}

type Parts = {
  names: string
  signature: string
  payloadHash: string
  query: string
  at: string | undefined
}

function claimOf(credential: string, { names, at, ...rest }: Parts): Claim | 'malformed' {
  const [accessKey = '', date = '', region = '', service, end, ...more] = credential.split('/')
  const isWhole = service === 's3' && end === 'aws4_request' && more.length === 0
  if (!isWhole || at === undefined) return 'malformed'

  return { ...rest, accessKey, date, region, at, signedNames: names.split(';') }
}

function signatureOf(
  secretKey: string,
  { method, path, headers }: RawRequest,
  { at, date, region, signedNames, payloadHash, query }: Claim,
): string {
  const canonical = [
    method,
    path,
    query
      .split('&')
      .filter((part) => part !== '')
      .map((part) => (part.includes('=') ? part : `${part}=`))
      .sort()
      .join('&'),
    ...signedNames.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedNames.join(';'),
    payloadHash,
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const text = [ALGORITHM, at, scope, createHash('sha256').update(canonical).digest('hex')]
  let key: Buffer | string = `AWS4${secretKey}`
  for (const part of scope.split('/')) key = hmac(key, part)

  return hmac(key, text.join('\n')).toString('hex')
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
