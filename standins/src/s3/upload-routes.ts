import { createHash, randomUUID } from 'node:crypto'
import type { Upload } from './memory.ts'
import { type Handler, isRefusal, keepBody, now, replace } from './object-routes.ts'
import { noSuchUpload, refusal } from './refusal.ts'
import { readParts, xml } from './xml.ts'

/** Only the last part may be smaller. */
const LEAST_PART_BYTES = 5 * 1024 * 1024
const MOST_PARTS = 10_000

export const beginUpload: Handler = async ({ needs, c, key }) => {
  const { memory } = needs
  const type = c.req.header('content-type') ?? 'binary/octet-stream'
  const upload: Upload = { id: randomUUID(), key, type, at: now(needs), parts: {} }
  await memory.change(({ uploads }) => uploads.push(upload))

  return c.body(
    xml([
      'InitiateMultipartUploadResult',
      [
        ['Bucket', memory.state.bucket ?? ''],
        ['Key', key],
        ['UploadId', upload.id],
      ],
    ]),
  )
}

export const putPart: Handler = async (call) => {
  const { needs, c, query } = call
  const { memory } = needs
  const number = Number(query.get('partNumber'))
  const find = () => memory.state.uploads.find(({ id }) => id === query.get('uploadId'))
  if (!(number >= 1 && number <= MOST_PARTS)) {
    return refusal(400, 'InvalidArgument', 'Part number must be between 1 and 10000.')
  }
  if (!find()) return noSuchUpload()
  const blob = await keepBody(call)
  if (isRefusal(blob)) return blob
  // It may have been ended while the part came.
  const upload = find()
  if (!upload) {
    await memory.drop([blob])
    return noSuchUpload()
  }
  await memory.change(() => {
    upload.parts[number] = blob
  })

  return c.body(null, 200, { etag: `"${blob.md5}"` })
}

export const completeUpload: Handler = async ({ needs, c, key, query }) => {
  const { memory } = needs
  const upload = memory.state.uploads.find(({ id }) => id === query.get('uploadId'))
  if (!upload || upload.key !== key) return noSuchUpload()
  const named = readParts(await c.req.text())
  if (!named) return refusal(400, 'MalformedXML', 'The XML you provided was not well-formed.')
  const blobs = [...named].map(([number, tag]) => {
    const part = upload.parts[number]
    return part && `"${part.md5}"` === tag ? part : null
  })
  const parts = blobs.filter((part) => part !== null)
  if (parts.length !== blobs.length) {
    return refusal(400, 'InvalidPart', 'One or more of the specified parts could not be found.')
  }
  const numbers = [...named.keys()]
  if (numbers.some((number, i) => i > 0 && number <= (numbers[i - 1] ?? 0))) {
    return refusal(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.')
  }
  if (parts.slice(0, -1).some(({ size }) => size < LEAST_PART_BYTES)) {
    return refusal(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum.')
  }

  const blob = await memory.join(parts)
  const hash = createHash('md5')
  for (const { md5 } of parts) hash.update(Buffer.from(md5, 'hex'))
  const tag = `"${hash.digest('hex')}-${parts.length}"`
  await replace(needs, key, { ...blob, tag, type: upload.type, at: now(needs) })
  await end(needs.memory, upload)

  return c.body(
    xml([
      'CompleteMultipartUploadResult',
      [
        ['Bucket', memory.state.bucket ?? ''],
        ['Key', key],
        ['ETag', tag],
      ],
    ]),
  )
}

export const abortUpload: Handler = async ({ needs, c, query }) => {
  const upload = needs.memory.state.uploads.find(({ id }) => id === query.get('uploadId'))
  if (!upload) return noSuchUpload()
  await end(needs.memory, upload)

  return c.body(null, 204)
}

async function end(
  memory: Parameters<Handler>[0]['needs']['memory'],
  upload: Upload,
): Promise<void> {
  await memory.change((state) => {
    state.uploads = state.uploads.filter(({ id }) => id !== upload.id)
  })
  await memory.drop(Object.values(upload.parts))
}

export const listUploads: Handler = async ({ needs, c, query }) => {
  const { state } = needs.memory
  const prefix = query.get('prefix') ?? ''
  const found = state.uploads.filter(({ key }) => key.startsWith(prefix))

  return c.body(
    xml([
      'ListMultipartUploadsResult',
      [
        ['Bucket', state.bucket ?? ''],
        ['Prefix', prefix],
        ['IsTruncated', false],
        ...found.map(
          ({ key, id, at }) =>
            [
              'Upload',
              [
                ['Key', key],
                ['UploadId', id],
                ['Initiated', at],
              ],
            ] as const,
        ),
      ],
    ]),
    200,
    { 'content-type': 'application/xml' },
  )
}
