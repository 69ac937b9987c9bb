import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useDisconnecting } from './use-disconnecting.ts'

export function DisconnectDialog(props: { username: string; onClose: () => void }) {
  const { t } = useTranslation()
  const disconnect = useDisconnecting()

  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={t('github.connection.disconnectTitle', { username: props.username })}
      text={t('github.connection.disconnectText')}
      cancelText={t('common.cancel')}
      confirmText={t('github.connection.disconnect')}
      onConfirm={() => void disconnect()}
    />
  )
}
