import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = { onConfirm: () => void; onClose: () => void }

export function TurnOffDialog({ onConfirm, onClose }: Props) {
  const { t } = useTranslation()

  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('settings.twoFactor.turnOffTitle')}
      text={t('settings.twoFactor.turnOffText')}
      cancelText={t('common.cancel')}
      confirmText={t('settings.twoFactor.turnOff')}
      onConfirm={onConfirm}
    />
  )
}
