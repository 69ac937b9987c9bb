import type { Crop } from '@app/ui/crop-square.ts'
import { drawCrop } from '@app/ui/image-cropper.tsx'
import { removeFile, uploadFile } from '#api/files.ts'

const BUCKET = 'avatars'
const PUBLIC = `/storage/v1/object/public/${BUCKET}/`

/** Sharp on any screen at the sizes it is shown in, and a few dozen kilobytes. */
const SAVED_PX = 512

const EXTENSIONS: Record<string, string> = { 'image/webp': 'webp', 'image/png': 'png' }

/** Uploads the chosen part under a name that no cache has seen, and answers with its address. */
export async function uploadPicture(
  userId: string,
  picture: ImageBitmap,
  crop: Crop,
): Promise<string> {
  const file = await toFile(picture, crop)
  const name = `${userId}/${crypto.randomUUID()}.${EXTENSIONS[file.type] ?? 'png'}`
  await uploadFile(BUCKET, name, file)

  return PUBLIC + name
}

/** One that is gone already, or lies elsewhere, is nothing to complain about. */
export async function removePicture(address: string | null): Promise<void> {
  const [, name] = address?.split(PUBLIC) ?? []

  if (name) await removeFile(BUCKET, name).catch(() => {})
}

function toFile(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = SAVED_PX
  canvas.height = SAVED_PX
  drawCrop(canvas, picture, crop)

  return new Promise((resolve, reject) => {
    // A browser that cannot write WebP writes PNG, and says so.
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn'))),
      'image/webp',
      0.9,
    )
  })
}
