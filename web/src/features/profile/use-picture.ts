import type { Crop } from '@app/ui/crop-square.ts'
import { toasts } from '@app/ui/toaster.tsx'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from '#i18n/language-provider.tsx'
import { removePicture, uploadPicture } from './picture.ts'
import { useProfileChange } from './queries.ts'

/** A new picture is uploaded, then shown, and only then does the old one go: at no moment is there none. */
export function usePicture(userId: string, address: string | null) {
  const { t } = useTranslation()
  const profile = useProfileChange()
  const show = async (next: string | null) => {
    await profile.mutateAsync({ avatar_url: next })
    await removePicture(address)
  }
  const changing = useMutation({
    mutationFn: async ({ picture, crop }: { picture: ImageBitmap; crop: Crop }) =>
      show(await uploadPicture(userId, picture, crop)),
    onSuccess: () => toasts.show({ title: t('settings.picture.changed'), tone: 'positive' }),
  })
  const removing = useMutation({
    mutationFn: () => show(null),
    onSuccess: () => toasts.show({ title: t('settings.picture.removed'), tone: 'positive' }),
  })

  return {
    change: (picture: ImageBitmap, crop: Crop) => changing.mutate({ picture, crop }),
    remove: () => removing.mutate(),
    isBusy: changing.isPending || removing.isPending,
    failure: changing.error ?? removing.error,
  }
}
