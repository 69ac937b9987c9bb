import type { IncomingMessage } from 'node:http'
import { ProviderError } from '#outside/provider-error.ts'
import { urlOf } from './address.ts'
import { type AskNeeds, type AskS3, errorOf, openAsk, type Question, refused } from './ask-s3.ts'
import { piecesOf, textOf } from './exchange.ts'
import { signUrl } from './signature.ts'
import { escaped, textIn, textsOf } from './xml.ts'

export type S3 = {
  /** For messages to operators. */
  name: string
  put(key: string, pieces: readonly Uint8Array[]): Promise<void>
  /** Begins an upload in parts; its id. */
  begin(key: string): Promise<string>
  /** Parts count from 1. All but the last one need 5 MiB. Returns its tag. */
  putPart(upload: Upload, number: number, pieces: readonly Uint8Array[]): Promise<string>
  complete(upload: Upload, tags: readonly string[], size: number): Promise<void>
  abort(upload: Upload): Promise<void>
  copy(from: string, to: string): Promise<void>
  /** The bytes between two positions, both included. Continues where the service cut off. */
  read(key: string, from: number, to: number): AsyncGenerator<Buffer, void, void>
  /** null: there is no such object. */
  sizeOf(key: string): Promise<number | null>
  /** Removes the object and its unfinished uploads, if there are any. */
  remove(key: string): Promise<void>
  /** A page of the objects below the configured prefix; `next` leads to the next one. */
  list(after: string | null): Promise<{ objects: StoredObject[]; next: string | null }>
  signUrl(key: string, query: Record<string, string>, lifetimeS: number): string
  /** Throws if the bucket cannot be used. */
  check(): Promise<void>
}

export type StoredObject = { key: string; size: number }

export type Upload = { key: string; id: string }

/** Assembling and copying take longer than other calls. */
const WORK_LIMIT_MS = 120_000
/** How often in a row a download may be cut off before its next byte. */
const MOST_CUTS = 2

export function openS3(needs: AskNeeds): S3 {
  const { bucket } = needs
  const calls = callsOf(needs)
  const { done, text, worked, sizeOf, abort } = calls

  return {
    name: `${bucket.bucket} at ${bucket.endpoint}`,
    put: async (key, body) => void (await done({ method: 'PUT', key, body })),

    async begin(key) {
      const id = textIn(await text({ method: 'POST', key, query: { uploads: '' } }), 'UploadId')
      if (id === null) throw refused(500, null, 'no UploadId')

      return id
    },

    async putPart({ key, id }, number, body) {
      const query = { partNumber: String(number), uploadId: id }
      const { etag } = (await done({ method: 'PUT', key, query, body })).headers
      if (etag === undefined) throw refused(500, null, 'no ETag')

      return etag
    },

    async complete({ key, id }, tags, size) {
      const body = [Buffer.from(partList(tags))]
      try {
        await worked({ method: 'POST', key, query: { uploadId: id }, body })
      } catch (error) {
        // The answer to an earlier try may have been lost.
        if ((await sizeOf(key)) !== size) throw error
      }
    },

    abort,

    copy: (from, to) => {
      const source = urlOf({ ...bucket, isPathStyle: true }, from, {}).pathname
      return worked({ method: 'PUT', key: to, headers: { 'x-amz-copy-source': source } })
    },

    read: (key, from, to) => readObject(calls.ask, needs.silenceLimitMs, { key, from, to }),
    sizeOf,

    async remove(key) {
      const query = { uploads: '', prefix: bucket.prefix + key }
      for (const id of textsOf(await text({ method: 'GET', key: null, query }), 'UploadId')) {
        await abort({ key, id })
      }
      await done({ method: 'DELETE', key, accepts: [404] })
    },

    async list(after) {
      const token = after === null ? {} : { 'continuation-token': after }
      const query = { 'list-type': '2', prefix: bucket.prefix, ...token }
      const xml = await text({ method: 'GET', key: null, query })
      const sizes = textsOf(xml, 'Size').map(Number)
      const objects = textsOf(xml, 'Key').map((key, i) => ({
        key: key.slice(bucket.prefix.length),
        size: sizes[i] ?? Number.NaN,
      }))

      return { objects, next: textIn(xml, 'NextContinuationToken') }
    },

    signUrl: (key, query, lifetimeS) =>
      signUrl(bucket, urlOf(bucket, key, {}), query, { now: calls.now(), lifetimeS }),

    async check() {
      const query = { uploads: '', prefix: `${bucket.prefix}check`, 'max-uploads': '1' }
      await done({ method: 'GET', key: null, query })
    },
  }
}

/** The ways in which answers are read. */
function callsOf(needs: AskNeeds) {
  const { ask, now } = openAsk(needs)
  const read = (response: IncomingMessage) =>
    textOf(response, needs.silenceLimitMs).catch((error: unknown) => {
      throw errorOf(error)
    })
  const done = async (question: Question): Promise<IncomingMessage> => {
    const response = await ask(question)
    await read(response)
    return response
  }

  return {
    ask,
    now,
    done,
    text: async (question: Question) => read(await ask(question)),

    /** These answer 200 before they know, and tell a failure in the body. */
    async worked(question: Question): Promise<void> {
      const xml = await read(await ask({ ...question, silenceLimitMs: WORK_LIMIT_MS }))
      const code = textIn(xml, 'Code')
      if (code !== null || xml === '') throw refused(500, code, textIn(xml, 'Message') ?? '')
    },

    async sizeOf(key: string): Promise<number | null> {
      const response = await done({ method: 'HEAD', key, accepts: [404] })

      return response.statusCode === 404 ? null : Number(response.headers['content-length'])
    },

    async abort({ key, id }: Upload): Promise<void> {
      await done({ method: 'DELETE', key, query: { uploadId: id }, accepts: [404] })
    },
  }
}

function partList(tags: readonly string[]): string {
  const parts = tags.map(
    (tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  )

  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}

async function* readObject(
  ask: AskS3,
  silenceLimitMs: number,
  { key, from, to }: { key: string; from: number; to: number },
): AsyncGenerator<Buffer, void, void> {
  let at = from
  let cuts = 0

  while (at <= to) {
    const response = await ask({ method: 'GET', key, headers: { range: `bytes=${at}-${to}` } })
    try {
      requireRange(response, at)
      for await (const piece of piecesOf(response, silenceLimitMs)) {
        const part = piece.subarray(0, to - at + 1)
        at += part.length
        cuts = 0
        yield part
      }
      if (at <= to) throw new Error('the answer is too short')
    } catch (error) {
      if (error instanceof ProviderError || ++cuts > MOST_CUTS) throw errorOf(error)
    } finally {
      response.destroy()
    }
  }
}

function requireRange({ statusCode, headers }: IncomingMessage, at: number): void {
  const isWanted = statusCode === 206 && headers['content-range']?.startsWith(`bytes ${at}-`)
  if (!isWanted && !(statusCode === 200 && at === 0)) throw refused(500, null, 'another range')
}
