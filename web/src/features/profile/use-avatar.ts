import type { Crop } from '@app/ui/crop-square.ts'
import { drawCrop } from '@app/ui/image-cropper.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useSaveAvatar } from '#api/account/profile.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

/** Sharp on any screen at the sizes it is shown in, and a few dozen kilobytes. */
const SAVED_PX = 512

export function useAvatar(address: string | null) {
  const { t } = useTranslation()
  const saving = useSaveAvatar(address)

  async function save(drawing: Promise<Blob> | null, done: MessageKey) {
    try {
      await saving.mutateAsync(drawing)
      toasts.show({ title: t(done), tone: 'positive' })
    } catch {
      // Shown by the card as `failure`.
    }
  }

  return {
    change: (picture: ImageBitmap, crop: Crop) =>
      save(toFile(picture, crop), 'settings.picture.changed'),
    remove: () => save(null, 'settings.picture.removed'),
    isBusy: saving.isPending,
    failure: saving.error,
  }
}

async function toFile(picture: ImageBitmap, crop: Crop): Promise<Blob> {
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
