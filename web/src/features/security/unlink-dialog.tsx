import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = { provider: string; onConfirm: () => void; onClose: () => void }

export function UnlinkDialog({ provider, onConfirm, onClose }: Props) {
  const { t } = useTranslation()

  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('settings.identities.unlinkTitle', { provider })}
      text={t('settings.identities.unlinkText')}
      cancelText={t('common.cancel')}
      confirmText={t('settings.identities.unlink', { provider })}
      onConfirm={onConfirm}
    />
  )
}
