import { knownBucket } from './buckets.ts'
import { invalidKey } from './errors.ts'
import type { Files } from './files.ts'
import { findVisibleFile } from './find-file.ts'
import { mayWrite } from './may-write.ts'
import { isFileName } from './names.ts'
import { findNames, type ObjectPath } from './objects-table.ts'
import { signLink } from './signed-links.ts'
import { callerSql, ownerOf, type StorageCaller } from './storage-caller.ts'

type Needs = Pick<Files, 'db' | 'clock' | 'linkKeys'>

const UPLOAD_LINK_LIFETIME_S = 7200

/** A caller who can read a file may share it for a limited time, also in a public bucket. */
export async function signDownload(
  needs: Needs,
  caller: StorageCaller,
  place: ObjectPath,
  lifetimeS: number,
): Promise<string> {
  await findVisibleFile(needs, caller, place, 'storage.object.sign')

  return signLink(needs, place, { scope: 'download' }, lifetimeS)
}

export type SignedName = { name: string; token: string | null }

/** In the requested order; a token is null if the file is not visible. */
export async function signDownloads(
  needs: Needs,
  caller: StorageCaller,
  { bucketId, names, lifetimeS }: { bucketId: string; names: string[]; lifetimeS: number },
): Promise<SignedName[]> {
  const sql = callerSql(needs.db, caller, 'storage.object.sign_many')
  const visible = await findNames(sql, bucketId, names)
  const sign = (name: string) =>
    signLink(needs, { bucketId, name }, { scope: 'download' }, lifetimeS)

  return Promise.all(
    names.map(async (name) => ({ name, token: visible.has(name) ? await sign(name) : null })),
  )
}

/** The right to upload is checked now; the link then carries it and its owner until it expires. */
export async function signUpload(
  needs: Needs,
  caller: StorageCaller,
  place: ObjectPath,
  isUpsert: boolean,
): Promise<string> {
  await knownBucket(needs, place.bucketId)
  if (!isFileName(place.name)) throw invalidKey(place.name)

  const owner = ownerOf(caller)
  const draft = { ...place, ...owner, version: '', metadata: {}, userMetadata: {} }
  await mayWrite(needs, caller, 'storage.object.sign_upload_url', draft, isUpsert)

  const { session_id } = caller.claims
  const claims = {
    scope: 'upload',
    owner: owner.ownerId ?? undefined,
    session: typeof session_id === 'string' ? session_id : undefined,
    upsert: isUpsert,
  } as const
  return signLink(needs, place, claims, UPLOAD_LINK_LIFETIME_S)
}
