import * as z from 'zod/mini'
import { signDownload, signDownloads, signUpload } from '#files/sign-files.ts'
import { pathOf } from '#files/signed-links.ts'
import { requireCaller } from './callers.ts'
import { bucketOf, objectPathOf } from './object-path.ts'
import { readJson } from './read-json.ts'
import type { Answer, StorageNeeds } from './storage-needs.ts'
import { isUpsertRequested } from './upload-calls.ts'

const MOST_PATHS = 1000
const expiresIn = z.number().check(z.int(), z.minimum(1))

export const postSign =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await requireCaller(needs, c)
    const { expiresIn: lifetimeS } = await readJson(c, z.object({ expiresIn }))
    const place = objectPathOf(c)
    const token = await signDownload(needs.files, caller, place, lifetimeS)

    return c.json({ signedURL: downloadLink(pathOf(place), token) })
  }

export const manyBody = z.object({
  expiresIn,
  paths: z.array(z.string()).check(z.minLength(1), z.maxLength(MOST_PATHS)),
})

export const postSignMany =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await requireCaller(needs, c)
    const { expiresIn: lifetimeS, paths } = await readJson(c, manyBody)
    const bucketId = bucketOf(c)
    const signed = await signDownloads(needs.files, caller, { bucketId, names: paths, lifetimeS })

    return c.json(
      signed.map(({ name, token }) => ({
        error: token === null ? NOT_VISIBLE : null,
        path: name,
        signedURL: token === null ? null : downloadLink(pathOf({ bucketId, name }), token),
      })),
    )
  }

export const postSignUpload =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await requireCaller(needs, c)
    const place = objectPathOf(c)
    const token = await signUpload(needs.files, caller, place, isUpsertRequested(c))

    return c.json({ url: `/object/upload/sign/${pathOf(place)}?token=${token}`, token })
  }

const NOT_VISIBLE = 'Either the object does not exist or you do not have access to it'

/** Relative and unencoded: clients prepend their own base and encode it. */
const downloadLink = (path: string, token: string) => `/object/sign/${path}?token=${token}`
