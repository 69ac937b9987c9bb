import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** A response body in all its encodings, compressed once. */
export type Encoded = {
  etag: string
  type: string
  identity: Uint8Array
  gzip: Uint8Array | null
  br: Uint8Array | null
}

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

/** The best encoding that the client accepts, or 304 if it has the current version. */
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
  answer.set('content-length', String(bytes.byteLength))

  return new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers: answer })
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
