import { toasts } from '@app/ui/toaster.tsx'
import { useDisconnect } from '#api/github/connection.ts'
import { githubMessage } from '#api/github/github-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { forgetConnection } from './connection-memory.ts'

/** Reports the result in a toast. */
export function useDisconnecting(): () => Promise<void> {
  const { t } = useTranslation()
  const { mutateAsync: disconnect } = useDisconnect()

  return async () => {
    try {
      await disconnect()
      forgetConnection()
      toasts.show({ title: t('github.connection.disconnected'), tone: 'positive' })
    } catch (error) {
      const title = t('github.connection.disconnectFailed')
      toasts.show({ title, text: githubMessage(t, error), tone: 'danger' })
    }
  }
}
