import { type Bytes, encodeUtf8, release, toHex } from './bytes.ts'
import { openSha1 } from './sha1.ts'

/** The SHA that git gives to a file of these bytes. */
export const blobName = (bytes: Bytes): Promise<string> => objectName('blob', bytes)

/** WebCrypto is faster but needs two copies. */
const COPIED_BYTES = 4_000_000

export async function objectName(type: 'blob' | 'tree' | 'commit', body: Bytes): Promise<string> {
  const header = encodeUtf8(`${type} ${body.length}\0`)
  if (body.length > COPIED_BYTES) {
    const sha1 = openSha1()
    sha1.update(header)
    sha1.update(body)
    return toHex(sha1.end())
  }
  const whole = new Uint8Array(header.length + body.length)
  whole.set(header)
  whole.set(body, header.length)

  const name = toHex(new Uint8Array(await crypto.subtle.digest('SHA-1', whole)))
  release(whole)

  return name
}
