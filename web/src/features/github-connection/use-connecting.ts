import { toasts } from '@app/ui/toaster.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '#api/call-function.ts'
import { githubMessage } from '#api/github/github-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { startConnection, startInstallation } from './connect.ts'
import { forgetConnection } from './connection-memory.ts'

/** Both ways to GitHub's pages. Whoever leaves stays busy, so that nothing can be pressed while the next page comes. */
export function useConnecting(returnTo: string) {
  const connecting = useMutation({ mutationFn: startConnection })
  const installing = useMutation({ mutationFn: () => startInstallation(returnTo) })
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

export function useDisconnecting() {
  const { t } = useTranslation()
  const client = useQueryClient()

  return useMutation({
    mutationFn: () => callFunction('disconnect-github'),
    onSuccess: async () => {
      forgetConnection()
      client.removeQueries({ queryKey: ['github', 'token'] })
      await client.resetQueries({ queryKey: ['github'] })
      toasts.show({ title: t('github.connection.disconnected'), tone: 'positive' })
    },
    onError: (error) => {
      const title = t('github.connection.disconnectFailed')
      toasts.show({ title, text: githubMessage(t, error), tone: 'danger' })
    },
  })
}
