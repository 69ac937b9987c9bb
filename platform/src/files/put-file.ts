import type { Files } from './files.ts'
import type { ObjectPath } from './objects-table.ts'
import { publish } from './publish.ts'
import { storeBytes } from './store-bytes.ts'

const MAX_BYTES = 1024 ** 3

type OwnFile = {
  place: ObjectPath
  ownerId: string
  contentType: string
  bytes: AsyncIterable<Uint8Array>
}

/** A file that the server creates for a member, without policies or upload limits. */
export async function putFile(
  needs: Pick<Files, 'db' | 'bytes' | 'clock'>,
  { place, ownerId, contentType, bytes }: OwnFile,
): Promise<number> {
  const stored = await storeBytes(needs, bytes, { maxBytes: MAX_BYTES, lookAt() {} })
  const owner = { owner: ownerId, ownerId }
  const facts = { contentType, cacheControl: 'no-store', robotsTag: null, userMetadata: {} }
  const publication = { place, owner, isUpsert: true, stored, claims: {} }
  await publish(needs, publication, async () => facts)

  return stored.size
}
