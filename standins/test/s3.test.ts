import { expect, onTestFinished, test } from 'vitest'
import { startS3 } from '#s3/app.ts'
import { checkSignature } from '#s3/signature.ts'
import { controlOf } from './control-of.ts'
import { temporaryFolder } from './temporary-folder.ts'

// The examples of AWS's documentation for S3, with its published keys and signatures. The product's client is tested against this
// stand-in in platform/test/storage; it signs by code of its own.
const KEYS = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const CREDENTIAL = `${KEYS.accessKey}/20130524/us-east-1/s3/aws4_request`
const SENT = Date.parse('2013-05-24T00:00:00Z')
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const HEADERS = {
  host: 'examplebucket.s3.amazonaws.com',
  'x-amz-content-sha256': EMPTY,
  'x-amz-date': '20130524T000000Z',
}
const RANGED = {
  method: 'GET',
  path: '/test.txt',
  query: '',
  headers: {
    ...HEADERS,
    range: 'bytes=0-9',
    authorization: authorization(
      'host;range;x-amz-content-sha256;x-amz-date',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ),
  },
}
const PUT = {
  method: 'PUT',
  path: '/test%24file.text',
  query: '',
  headers: {
    ...HEADERS,
    'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    authorization: authorization(
      'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ),
  },
}
const LISTED = {
  method: 'GET',
  path: '/',
  query: 'max-keys=2&prefix=J',
  headers: {
    ...HEADERS,
    authorization: authorization(
      'host;x-amz-content-sha256;x-amz-date',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ),
  },
}
const LINKED = {
  method: 'GET',
  path: '/test.txt',
  query: `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(CREDENTIAL)}&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
  headers: { host: HEADERS.host },
}

test.each([
  ['a ranged GET', RANGED, EMPTY],
  ['a PUT', PUT, PUT.headers['x-amz-content-sha256']],
  ['a list', LISTED, EMPTY],
  ['a signed URL', LINKED, null],
])('%s with the signature that AWS has published passes', (_what, request, bodyHash) => {
  expect(checkSignature(KEYS, request, at(SENT))).toEqual({ bodyHash })
})

test.each([
  ['another path', { ...RANGED, path: '/test.text' }, SENT, 'SignatureDoesNotMatch'],
  ['another method', { ...RANGED, method: 'DELETE' }, SENT, 'SignatureDoesNotMatch'],
  ['another query', { ...LISTED, query: 'max-keys=3&prefix=J' }, SENT, 'SignatureDoesNotMatch'],
  ['another range', changed(RANGED, { range: 'bytes=0-10' }), SENT, 'SignatureDoesNotMatch'],
  ['a header not signed', changed(RANGED, { 'x-amz-acl': 'public' }), SENT, 'AccessDenied'],
  ['no signature', { ...RANGED, headers: HEADERS }, SENT, 'AccessDenied'],
  ['a clock 16 minutes off', RANGED, SENT + 16 * 60_000, 'RequestTimeTooSkewed'],
  ['a URL a day later', LINKED, SENT + 86_401_000, 'AccessDenied'],
])('%s is refused', (_what, request, now, code) => {
  expect(checkSignature(KEYS, request, at(now))).toMatchObject({ code })
})

test.each([
  ['accessKey', 'InvalidAccessKeyId'],
  ['secretKey', 'SignatureDoesNotMatch'],
  ['region', 'AuthorizationHeaderMalformed'],
])('another %s is refused', (name, code) => {
  expect(checkSignature({ ...KEYS, [name]: 'other' }, RANGED, at(SENT))).toMatchObject({ code })
})

test('an unsigned upload is refused and stores nothing', async () => {
  const { url, close } = await startS3({ dataDir: await temporaryFolder() })
  onTestFinished(close)

  const answer = await fetch(`${url}/gitferry-local/a`, { method: 'PUT', body: 'x' })

  expect(answer.status).toBe(403)
  expect(await answer.text()).toContain('<Code>AccessDenied</Code>')
  expect(await (await controlOf(url)('GET', 'objects')).json()).toEqual([])
})

function authorization(names: string, signature: string): string {
  return `AWS4-HMAC-SHA256 Credential=${CREDENTIAL},SignedHeaders=${names},Signature=${signature}`
}

function at(now: number) {
  return { now: () => now }
}

function changed(request: typeof RANGED, headers: Record<string, string>) {
  return { ...request, headers: { ...request.headers, ...headers } }
}
