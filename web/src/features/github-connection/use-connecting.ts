import { toasts } from '@app/ui/toaster.tsx'
import { useMutation } from '@tanstack/react-query'
import { useDisconnect } from '#api/github/connection.ts'
import { githubMessage } from '#api/github/github-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { goToAuthorization, goToInstallation } from './connect.ts'
import { forgetConnection } from './connection-memory.ts'

/** Leaves for GitHub's pages. Stays busy after success, so that nothing can be pressed while the next page loads. */
export function useConnecting(returnTo: string) {
  const connecting = useMutation({ mutationFn: goToAuthorization })
  const installing = useMutation({ mutationFn: () => goToInstallation(returnTo) })
  const isBusy = (one: typeof connecting | typeof installing) =>
    one.isPending || (one.isSuccess && one.data !== false)

  return {
    connect: () => connecting.mutate(),
    install: () => installing.mutate(),
    isConnecting: isBusy(connecting),
    isInstalling: isBusy(installing),
    failure: connecting.error ?? installing.error,
    hasNoInstallPage: installing.data === false,
  }
}

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
