import { Button } from '@app/ui/button.tsx'
import { type Crop, WHOLE } from '@app/ui/crop-square.ts'
import { Dialog } from '@app/ui/dialog.tsx'
import { ImageCropper } from '@app/ui/image-cropper.tsx'
import { useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = { image: ImageBitmap; onUse: (crop: Crop) => void; onClose: () => void }

export function CropDialog({ image, onUse, onClose }: Props) {
  const { t } = useTranslation()
  const [crop, setCrop] = useState(WHOLE)

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('settings.picture.cropTitle')}
      lead={t('settings.picture.cropLead')}
      closeText={t('common.close')}
    >
      <ImageCropper
        image={image}
        crop={crop}
        onChange={setCrop}
        label={t('settings.picture.cropArea')}
        zoomLabel={t('settings.picture.zoom')}
      />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" size="sm" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button size="sm" onClick={() => onUse(crop)}>
          {t('settings.picture.use')}
        </Button>
      </div>
    </Dialog>
  )
}
