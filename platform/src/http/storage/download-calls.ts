import { invalidToken } from '#files/errors.ts'
import { findFileFor, findLinkedFile, findPublicFile } from '#files/find-file.ts'
import type { FileRow } from '#files/objects-table.ts'
import { openLink } from '#files/signed-links.ts'
import type { Operation } from '#files/storage-caller.ts'
import { callerIfAny, requireCaller } from './callers.ts'
import { objectPathOf } from './object-path.ts'
import { serveFile } from './serve-file.ts'
import type { Answer, StorageContext, StorageNeeds } from './storage-needs.ts'

export const getFile =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await callerIfAny(needs, c)
    const file = await findFileFor(needs.files, caller, objectPathOf(c), readingOf(c))

    return serveFile(needs, c, file, { kind: 'private' })
  }

export const getFileAsMember =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await requireCaller(needs, c)
    const file = await findFileFor(needs.files, caller, objectPathOf(c), readingOf(c))

    return serveFile(needs, c, file, { kind: 'private' })
  }

export const getPublicFile =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const file = await findPublicFile(needs.files, objectPathOf(c))

    return serveFile(needs, c, file, { kind: 'public' })
  }

export const getFileByLink =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const token = c.req.query('token')
    if (!token) throw invalidToken('Invalid Compact JWS')
    const place = objectPathOf(c)
    const { expiresAt } = await openLink(needs.files, place, token, 'download')
    const file = await findLinkedFile(needs.files, place)

    return serveFile(needs, c, file, { kind: 'signed', expiresAt, now: needs.files.clock.now() })
  }

export const getInfo =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await callerIfAny(needs, c)

    return c.json(infoJson(await findFileFor(needs.files, caller, objectPathOf(c), INFO)))
  }

export const getInfoAsMember =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await requireCaller(needs, c)

    return c.json(infoJson(await findFileFor(needs.files, caller, objectPathOf(c), INFO)))
  }

export const getPublicInfo =
  (needs: StorageNeeds): Answer =>
  async (c) =>
    c.json(infoJson(await findPublicFile(needs.files, objectPathOf(c))))

const INFO: Operation = 'object.get_authenticated_info'

const readingOf = (c: StorageContext): Operation =>
  c.req.method === 'HEAD' ? 'object.head_authenticated_info' : 'storage.object.get_authenticated'

const infoJson = ({ metadata, ...file }: FileRow) => ({
  id: file.id,
  name: file.name,
  version: file.version,
  bucket_id: file.bucket_id,
  size: metadata?.size ?? null,
  content_type: metadata?.mimetype ?? null,
  cache_control: metadata?.cacheControl ?? null,
  etag: metadata?.eTag ?? null,
  metadata: file.user_metadata ?? {},
  last_modified: file.updated_at,
  created_at: file.created_at,
})
