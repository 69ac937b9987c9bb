import { type Bytes, encodeUtf8, toHex } from './bytes.ts'
import { openSha1 } from './sha1.ts'

/** The SHA that git gives to a file of these bytes. */
export const blobName = (bytes: Bytes): Promise<string> => objectName('blob', bytes)

/** The same without WebCrypto. */
export const blobNameAtOnce = (bytes: Bytes): string => nameAtOnce(headerOf('blob', bytes), bytes)

const headerOf = (type: string, { length }: Bytes): Bytes => encodeUtf8(`${type} ${length}\0`)

function nameAtOnce(header: Bytes, body: Bytes): string {
  const sha1 = openSha1()
  sha1.update(header)
  sha1.update(body)

  return toHex(sha1.end())
}

/** WebCrypto is faster but needs two copies. */
const COPIED_BYTES = 4_000_000
/** One for all objects: browsers keep what WebCrypto has read until the next collection. */
let copy: Bytes = new Uint8Array()

export async function objectName(type: 'blob' | 'tree' | 'commit', body: Bytes): Promise<string> {
  const header = headerOf(type, body)
  if (body.length > COPIED_BYTES) return nameAtOnce(header, body)
  const size = header.length + body.length
  if (copy.length < size) copy = new Uint8Array(size)
  copy.set(header)
  copy.set(body, header.length)

  // WebCrypto takes its own copy before it returns the promise.
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-1', copy.subarray(0, size))))
}
