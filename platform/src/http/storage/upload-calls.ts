import { invalidToken } from '#files/errors.ts'
import type { FileRow } from '#files/objects-table.ts'
import { pathOf } from '#files/signed-links.ts'
import { uploadByLink } from '#files/upload-by-link.ts'
import { type Incoming, uploadFile } from '#files/upload-file.ts'
import { requireCaller } from './callers.ts'
import { objectPathOf } from './object-path.ts'
import type { Answer, StorageContext, StorageNeeds } from './storage-needs.ts'
import { uploadBody } from './upload-body.ts'
import { receiveForm } from './upload-form.ts'

export const postFile =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await requireCaller(needs, c)
    const isUpsert = isUpsertRequested(c)
    const operation = isUpsert ? 'storage.object.upload_update' : 'storage.object.upload'
    const order = { place: objectPathOf(c), isUpsert, operation } as const

    return c.json(
      uploadJson(await receive(c, (incoming) => uploadFile(needs.files, caller, order, incoming))),
    )
  }

export const putFile =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await requireCaller(needs, c)
    const order = {
      place: objectPathOf(c),
      isUpsert: true,
      operation: 'storage.object.upload_update',
    } as const

    return c.json(
      uploadJson(await receive(c, (incoming) => uploadFile(needs.files, caller, order, incoming))),
    )
  }

/** The token decides whether a file may be replaced; the client's header is ignored. */
export const putByLink =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const token = c.req.query('token')
    if (!token) throw invalidToken('Invalid Compact JWS')
    const place = objectPathOf(c)

    await receive(c, (incoming) => uploadByLink(needs.files, place, token, incoming))
    return c.json({ Key: pathOf(place) })
  }

export const isUpsertRequested = (c: StorageContext): boolean => c.req.header('x-upsert') === 'true'

const receive = <T>(c: StorageContext, work: (incoming: Incoming) => Promise<T>): Promise<T> =>
  /^multipart\/form-data/i.test(c.req.header('content-type') ?? '')
    ? receiveForm(c, work)
    : work(uploadBody(c))

const uploadJson = ({ id, bucket_id, name }: FileRow) => ({ Id: id, Key: `${bucket_id}/${name}` })
