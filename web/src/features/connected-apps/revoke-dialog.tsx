import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = { app: string; onConfirm: () => void; onClose: () => void }

export function RevokeDialog({ app, onConfirm, onClose }: Props) {
  const { t } = useTranslation()

  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('connectedApps.revokeTitle', { app })}
      text={t('connectedApps.revokeText')}
      cancelText={t('common.cancel')}
      confirmText={t('connectedApps.revoke')}
      onConfirm={onConfirm}
    />
  )
}
