import { startProxy } from './proxy.ts'

const KEY_DATA = 'K'.charCodeAt(0)

/** Stands before a server as PgBouncer does: the key to cancel requests by is its own, not the backend's. */
export async function startPooler(target: string): Promise<string> {
  const { url } = await startProxy(target, (near, far) => {
    near.pipe(far)
    far.on('data', (bytes) => near.write(withOwnKey(bytes)))
  })

  return url
}

/** Messages of a sign-in without a password arrive together. */
function withOwnKey(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  for (let at = 0; at + 5 <= changed.length; at += 1 + changed.readInt32BE(at + 1)) {
    if (changed[at] === KEY_DATA) changed.writeInt32BE(changed.readInt32BE(at + 5) ^ 0x5a5a, at + 5)
  }

  return changed
}
