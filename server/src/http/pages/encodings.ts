import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readRange } from '@app/platform/http/frame/byte-range.ts'

/** A response body in all its encodings, compressed once. */
export type Encoded = {
  etag: string
  type: string
  identity: Uint8Array
  gzip: Uint8Array | null
  br: Uint8Array | null
}

const IN_RANGES = /^video\//
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|manifest)|image\/svg)/

/** `quality` 11 for files built once, less for files that a request waits for. */
export function encode(bytes: Uint8Array, type: string, quality: number): Encoded {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const isWorthIt = COMPRESSIBLE.test(type) && bytes.byteLength > 256

  return {
    // A weak tag, which is the same for all encodings of the same bytes.
    etag: `W/"${digest}"`,
    type,
    identity: bytes,
    gzip: isWorthIt ? gzipSync(bytes, { level: Math.min(quality, 9) }) : null,
    br: isWorthIt
      ? brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
      : null,
  }
}

/** The best encoding that the client accepts, the requested range, or 304 if the client has the current version. */
export function answerEncoded(
  request: Request,
  encoded: Encoded,
  headers: Record<string, string>,
  status = 200,
) {
  const answer = new Headers(headers)
  answer.set('etag', encoded.etag)
  answer.append('vary', 'Accept-Encoding')
  if (status === 200 && matches(request.headers.get('if-none-match'), encoded.etag)) {
    return new Response(null, { status: 304, headers: answer })
  }

  const coding = preferredCoding(request.headers.get('accept-encoding') ?? '', encoded)
  const bytes = coding ? (encoded[coding] ?? encoded.identity) : encoded.identity
  if (coding) answer.set('content-encoding', coding)
  answer.set('content-type', encoded.type)
  if (IN_RANGES.test(encoded.type)) return answerRange(request, bytes, answer)
  answer.set('content-length', String(bytes.byteLength))

  return new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers: answer })
}

/** Safari plays no video that is not served in ranges. The files' names have hashes, so If-Range needs no comparison. */
function answerRange(request: Request, bytes: Uint8Array, answer: Headers) {
  const size = bytes.byteLength
  answer.set('accept-ranges', 'bytes')
  const range = readRange(request.headers.get('range') ?? undefined, size)
  if (range === 'unsatisfiable') {
    answer.set('content-range', `bytes */${size}`)
    answer.set('cache-control', 'no-store')
    return new Response(null, { status: 416, headers: answer })
  }

  const { from, to } = range ?? { from: 0, to: size - 1 }
  if (range) answer.set('content-range', `bytes ${from}-${to}/${size}`)
  answer.set('content-length', String(to - from + 1))
  const body = bytes.subarray(from, to + 1) as Uint8Array<ArrayBuffer>

  return new Response(body, { status: range ? 206 : 200, headers: answer })
}

function preferredCoding(accepts: string, encoded: Encoded): 'br' | 'gzip' | null {
  const taken = new Set(
    accepts
      .split(',')
      .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
      .map((entry) => entry.split(';')[0]?.trim().toLowerCase()),
  )
  if (encoded.br && taken.has('br')) return 'br'

  return encoded.gzip && taken.has('gzip') ? 'gzip' : null
}

const matches = (ifNoneMatch: string | null, etag: string) =>
  ifNoneMatch !== null &&
  (ifNoneMatch.trim() === '*' ||
    ifNoneMatch
      .split(',')
      .some((one) => one.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')))
