import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useDisconnect } from '#api/github/connection.ts'
import { githubMessage } from '#api/github/github-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { forgetConnection } from './connection-memory.ts'

export function DisconnectDialog(props: { username: string; onClose: () => void }) {
  const { t } = useTranslation()
  const disconnect = useDisconnecting()

  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={t('githubSettings.disconnectTitle', { username: props.username })}
      text={t('githubSettings.disconnectText')}
      cancelText={t('common.cancel')}
      confirmText={t('githubSettings.disconnect')}
      onConfirm={() => void disconnect()}
    />
  )
}

/** Reports the result in a toast. */
function useDisconnecting(): () => Promise<void> {
  const { t } = useTranslation()
  const { mutateAsync: disconnect } = useDisconnect()

  return async () => {
    try {
      await disconnect()
      forgetConnection()
      toasts.show({ title: t('githubSettings.disconnected'), tone: 'positive' })
    } catch (error) {
      const title = t('githubSettings.disconnectFailed')
      toasts.show({ title, text: githubMessage(t, error), tone: 'danger' })
    }
  }
}
