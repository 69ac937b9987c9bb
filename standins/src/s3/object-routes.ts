import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { Needs } from '#runtime/declaration.ts'
import type { Blob, S3Memory } from './memory.ts'
import { noSuchKey, type Refusal, refusal } from './refusal.ts'
import { xml } from './xml.ts'

export type Call = {
  needs: Needs<S3Memory>
  c: Context
  key: string
  query: URLSearchParams
  /** Of the body, as signed; null: not signed. */
  bodyHash: string | null
}

export type Handler = (call: Call) => Promise<Response | Refusal>

/** Reads and stores the body. One with another hash than the signed one is refused. */
export async function keepBody({ needs, c, bodyHash }: Call): Promise<Blob | Refusal> {
  const { memory } = needs
  const announced = Number(c.req.header('content-length'))
  if (Number.isNaN(announced)) return refusal(400, 'MissingContentLength', 'A length is needed.')
  const blob = await memory.keep(
    c.req.raw.body ? Readable.fromWeb(c.req.raw.body as never) : Readable.from([]),
  )
  if (blob.size !== announced) return refusal(400, 'IncompleteBody', 'The body is too short.')
  if (bodyHash === null || blob.sha256 === bodyHash) return blob

  await memory.drop([blob])
  const text = 'The provided x-amz-content-sha256 header does not match what was computed.'
  return refusal(400, 'XAmzContentSHA256Mismatch', text)
}

export const isRefusal = (answer: object): answer is Refusal => 'code' in answer

export const putObject: Handler = async (call) => {
  const { needs, c, key } = call
  const blob = await keepBody(call)
  if (isRefusal(blob)) return blob
  const type = c.req.header('content-type') ?? 'binary/octet-stream'
  const tag = `"${blob.md5}"`
  await replace(needs, key, { ...blob, tag, type, at: now(needs) })

  return c.body(null, 200, { etag: tag })
}

export const copyObject: Handler = async ({ needs, c, key }) => {
  const { memory } = needs
  const path = decodeURIComponent(c.req.header('x-amz-copy-source') ?? '')
  const [bucket, ...rest] = path.replace(/^\//, '').split('/')
  const source = memory.state.objects[rest.join('/')]
  if (bucket !== memory.state.bucket || !source) return noSuchKey()
  const blob = await memory.join([source])
  await replace(needs, key, { ...source, ...blob, at: now(needs) })

  return c.body(
    xml([
      'CopyObjectResult',
      [
        ['LastModified', now(needs)],
        ['ETag', source.tag],
      ],
    ]),
  )
}

/** The object that was there before is gone at once. */
export async function replace(
  { memory }: Needs<S3Memory>,
  key: string,
  object: S3Memory['state']['objects'][string],
): Promise<void> {
  const before = memory.state.objects[key]
  await memory.change(({ objects }) => {
    objects[key] = object
  })
  if (before) await memory.drop([before])
}

const ASKED: Record<string, string> = {
  'response-content-type': 'content-type',
  'response-cache-control': 'cache-control',
  'response-content-disposition': 'content-disposition',
}

export const getObject: Handler = async ({ needs, c, key, query }) => {
  const { memory } = needs
  const object = memory.state.objects[key]
  if (!object) return noSuchKey()
  const range = readRange(c.req.header('range'), object.size)
  if (range === 'unsatisfiable') {
    return refusal(416, 'InvalidRange', 'The requested range is not satisfiable')
  }
  const { from, to } = range ?? { from: 0, to: object.size - 1 }
  const headers: Record<string, string> = {
    'accept-ranges': 'bytes',
    'content-type': object.type,
    'content-length': String(to - from + 1),
    etag: object.tag,
    'last-modified': new Date(object.at).toUTCString(),
    ...(range && { 'content-range': `bytes ${from}-${to}/${object.size}` }),
  }
  for (const [name, header] of Object.entries(ASKED)) {
    const value = query.get(name)
    if (value !== null) headers[header] = value
  }
  const body = c.req.method === 'HEAD' ? null : Readable.toWeb(memory.read(object, from, to))

  return new Response(body as ReadableStream | null, { status: range ? 206 : 200, headers })
}

/** One range; null: the whole object. */
function readRange(header: string | undefined, size: number) {
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '') return null
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)

  return Number(from) > last ? 'unsatisfiable' : { from: Number(from), to: last }
}

/** A missing one is deleted as well. */
export const deleteObject: Handler = async ({ needs, c, key }) => {
  const { memory } = needs
  const object = memory.state.objects[key]
  await memory.change(({ objects }) => {
    delete objects[key]
  })
  if (object) await memory.drop([object])

  return c.body(null, 204)
}

const MOST_LISTED = 1000

export const listObjects: Handler = async ({ needs, c, query }) => {
  const { state } = needs.memory
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const most = Math.min(Number(query.get('max-keys') ?? MOST_LISTED), MOST_LISTED)
  const keys = Object.keys(state.objects)
    .filter((key) => key.startsWith(prefix) && key > after)
    .sort()
  const shown = keys.slice(0, most)
  const last = shown.at(-1)
  const isCut = keys.length > shown.length

  return c.body(
    xml([
      'ListBucketResult',
      [
        ['Name', state.bucket ?? ''],
        ['Prefix', prefix],
        ['KeyCount', shown.length],
        ['IsTruncated', isCut],
        ...(isCut && last !== undefined ? [['NextContinuationToken', last] as const] : []),
        ...shown.map(
          (key) =>
            [
              'Contents',
              [
                ['Key', key],
                ['Size', state.objects[key]?.size ?? 0],
              ],
            ] as const,
        ),
      ],
    ]),
    200,
    { 'content-type': 'application/xml' },
  )
}

export const now = ({ clock }: Needs<S3Memory>): string => new Date(clock.now()).toISOString()
