import { Avatar } from '@app/ui/avatar.tsx'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import type { Crop } from '@app/ui/crop-square.ts'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { FileButton } from '@app/ui/file-button.tsx'
import { drawCrop } from '@app/ui/image-cropper.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useState } from 'react'
import { useSaveAvatar } from '#api/account/profile.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { onDemand } from '#on-demand/on-demand.tsx'

const CropDialog = onDemand(async () => (await import('./crop-dialog.tsx')).CropDialog)

const MAX_BYTES = 5 * 1024 * 1024
const TYPES = 'image/png,image/jpeg,image/webp,image/gif'

export function AvatarCard({ address, letter }: { address: string | null; letter: string }) {
  const { t } = useTranslation()
  const [image, setImage] = useState<ImageBitmap | null>(null)
  const [fileError, setFileError] = useState<string | null>(null)
  const { change, remove, isBusy, failure } = useAvatar(address)

  async function open(file: File) {
    setFileError(file.size > MAX_BYTES ? t('settings.picture.tooLarge') : null)
    if (file.size > MAX_BYTES) return
    try {
      setImage(await createImageBitmap(file))
    } catch {
      setFileError(t('settings.picture.notAPicture'))
    }
  }

  return (
    <Card title={t('settings.picture.title')} lead={t('settings.picture.lead')}>
      <div className="grid gap-4">
        {fileError && <Notice tone="danger">{fileError}</Notice>}
        {failure && (
          <FailureNotice
            failure={{
              title: t('settings.picture.failed'),
              text: userMessage(t, failure, 'errors.tryAgain'),
            }}
          />
        )}
        <div className="flex flex-wrap items-center gap-4">
          <Avatar letter={letter} src={address} className="size-20 text-2xl" />
          <FileButton
            label={t('settings.picture.choose')}
            accept={TYPES}
            isBusy={isBusy}
            onChoose={(file) => void open(file)}
          />
          {address && (
            <Button variant="quiet" size="sm" isBusy={isBusy} onClick={() => void remove()}>
              {t('settings.picture.remove')}
            </Button>
          )}
        </div>
      </div>
      {image && (
        <CropDialog
          image={image}
          onClose={() => setImage(null)}
          onUse={(crop) => {
            setImage(null)
            void change(image, crop)
          }}
        />
      )}
    </Card>
  )
}

/** Sharp at all used sizes, with a few dozen kilobytes. */
const SAVED_PX = 512

function useAvatar(address: string | null) {
  const { t } = useTranslation()
  const saving = useSaveAvatar(address)

  async function save(drawing: Promise<Blob> | null, done: MessageKey) {
    try {
      await saving.mutateAsync(drawing)
      toasts.show({ title: t(done), tone: 'positive' })
    } catch {
      // The card shows it as `failure`.
    }
  }

  return {
    change: (image: ImageBitmap, crop: Crop) =>
      save(toFile(image, crop), 'settings.picture.changed'),
    remove: () => save(null, 'settings.picture.removed'),
    isBusy: saving.isPending,
    failure: saving.error,
  }
}

async function toFile(image: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = SAVED_PX
  canvas.height = SAVED_PX
  drawCrop(canvas, image, crop)

  return new Promise((resolve, reject) => {
    // A browser that cannot write WebP returns PNG and reports that type.
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn'))),
      'image/webp',
      0.9,
    )
  })
}
