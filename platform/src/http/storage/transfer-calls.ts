import * as z from 'zod/mini'
import { copyFile } from '#files/copy-file.ts'
import { moveFile } from '#files/move-file.ts'
import { removeFile, removeFiles } from '#files/remove-files.ts'
import { requireCaller } from './callers.ts'
import { bucketOf, objectPathOf } from './object-path.ts'
import { readJson } from './read-json.ts'
import type { Answer, StorageNeeds } from './storage-needs.ts'
import { isUpsertRequested } from './upload-calls.ts'
import { metadataHeader } from './upload-facts.ts'

const MOST_NAMES = 1000
const name = z.string().check(z.minLength(1))

const transfer = {
  bucketId: name,
  sourceKey: name,
  destinationKey: name,
  destinationBucket: z.optional(name),
}
export const copyBody = z.object({
  ...transfer,
  copyMetadata: z._default(z.boolean(), true),
  metadata: z.optional(
    z.object({ cacheControl: z.optional(z.string()), mimetype: z.optional(z.string()) }),
  ),
})

export const postMove =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await requireCaller(needs, c)
    const { from, to } = objectPathsOf(await readJson(c, z.object(transfer)))

    await moveFile(needs.files, caller, from, to)
    return c.json({ message: 'Successfully moved' })
  }

export const postCopy =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await requireCaller(needs, c)
    const { copyMetadata, metadata, ...paths } = await readJson(c, copyBody)
    const changed = copyMetadata
      ? {}
      : {
          contentType: metadata?.mimetype,
          cacheControl: metadata?.cacheControl,
          userMetadata: metadataHeader(c) ?? {},
        }

    const order = { ...objectPathsOf(paths), isUpsert: isUpsertRequested(c), changed }
    const copy = await copyFile(needs.files, caller, order)
    return c.json({ Id: copy.id, Key: `${copy.bucket_id}/${copy.name}`, ...copy })
  }

export const deleteFiles =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    const caller = await requireCaller(needs, c)
    const { prefixes } = await readJson(
      c,
      z.object({ prefixes: z.array(z.string()).check(z.minLength(1), z.maxLength(MOST_NAMES)) }),
    )

    return c.json(await removeFiles(needs.files, caller, bucketOf(c), prefixes))
  }

export const deleteFile =
  (needs: StorageNeeds): Answer =>
  async (c) => {
    await removeFile(needs.files, await requireCaller(needs, c), objectPathOf(c))

    return c.json({ message: 'Successfully deleted' })
  }

type Transfer = z.infer<z.ZodMiniObject<typeof transfer>>

const objectPathsOf = ({ bucketId, sourceKey, destinationKey, destinationBucket }: Transfer) => ({
  from: { bucketId, name: sourceKey },
  to: { bucketId: destinationBucket ?? bucketId, name: destinationKey },
})
