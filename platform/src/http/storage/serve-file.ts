import { AppError } from '#errors/app-error.ts'
import { isOneBatch, type Stretch } from '#files/bytes.ts'
import { bytesMissing } from '#files/errors.ts'
import type { FileRow } from '#files/objects-table.ts'
import { readRange } from '#http/frame/byte-range.ts'
import { streamOf } from '#http/frame/stream-of.ts'
import { failureBody } from './failures.ts'
import { fileHeaders, type Reach } from './file-headers.ts'
import { isFresh, isSameFile } from './freshness.ts'
import type { StorageContext, StorageNeeds } from './storage-needs.ts'

/** Sends the file, its requested range, or 304. */
export async function serveFile(
  needs: StorageNeeds,
  c: StorageContext,
  file: FileRow,
  reach: Reach,
): Promise<Response> {
  const { version, metadata, updated_at } = file
  const { size, eTag } = metadata ?? {}
  if (version === null || size === undefined || eTag === undefined) throw bytesMissing()

  const headers = fileHeaders(file, reach, c.req.query('download'))
  const validators = { etag: eTag, lastModified: updated_at }
  const conditions = {
    ifNoneMatch: c.req.header('if-none-match'),
    ifModifiedSince: c.req.header('if-modified-since'),
  }
  if (isFresh(conditions, validators)) return new Response(null, { status: 304, headers })

  if (reach.kind === 'public' && c.req.method === 'GET') {
    const url = await needs.files.bytes.shareUrl(version, sharedHeaders(headers))
    if (url !== null) return leadTo(url)
  }
  const isPartial = c.req.method === 'GET' && isSameFile(c.req.header('if-range'), validators)
  const range = isPartial ? readRange(c.req.header('range'), size) : null
  if (range === 'unsatisfiable') return noSuchRange(c, size)

  const stretch = range ?? { from: 0, to: size - 1 }
  headers['content-length'] = String(stretch.to - stretch.from + 1)
  if (range) headers['content-range'] = `bytes ${range.from}-${range.to}/${size}`
  const body = c.req.method === 'HEAD' ? null : await bodyOf(needs, version, stretch)

  return new Response(body, { status: range ? 206 : 200, headers })
}

const SHARED = ['content-type', 'cache-control', 'content-disposition']

const sharedHeaders = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => SHARED.includes(name)))

/** Kept for less time than the URL is valid. */
const leadTo = (location: string): Response =>
  new Response(null, {
    status: 302,
    headers: { location, 'cache-control': 'public, max-age=30', 'x-robots-tag': 'none' },
  })

function noSuchRange(c: StorageContext, size: number): Response {
  const failure = new AppError('InvalidRange', 416, 'The requested range is not satisfiable')
  c.header('content-range', `bytes */${size}`)
  c.header('cache-control', 'no-store')

  return c.json(failureBody(failure), 416)
}

/** A small file is sent as one buffer: a stream would cost more than its bytes. */
async function bodyOf({ files, log }: StorageNeeds, version: string, stretch: Stretch) {
  const bytes = files.bytes.read(version, stretch)
  if (!isOneBatch(stretch)) return streamOf(bytes, log)

  const pieces: Buffer[] = []
  for await (const piece of bytes) pieces.push(piece)
  const [only] = pieces
  return only && pieces.length === 1 ? only : Buffer.concat(pieces)
}
