import { type Bytes, encodeUtf8, toHex } from './bytes.ts'

/** The name that git gives to a file of these bytes. */
export const blobName = (bytes: Bytes): Promise<string> => objectName('blob', bytes)

export async function objectName(type: 'blob' | 'tree' | 'commit', body: Bytes): Promise<string> {
  const header = encodeUtf8(`${type} ${body.length}\0`)
  const whole = new Uint8Array(header.length + body.length)
  whole.set(header)
  whole.set(body, header.length)

  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-1', whole)))
}
