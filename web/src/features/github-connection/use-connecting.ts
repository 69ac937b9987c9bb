import { toasts } from '@app/ui/toaster.tsx'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { startConnection, useDisconnect } from '#api/github/connection.ts'
import { githubMessage } from '#api/github/github-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { ConnectionHealth } from './connection-health.ts'
import {
  forgetConnection,
  rememberInstalling,
  rememberNextReturn,
  rememberState,
  takeNextReturn,
} from './connection-memory.ts'

/** Leaves for GitHub's pages. Stays busy after success, so that nothing can be pressed while the next page loads. */
export function useConnecting(returnTo: string) {
  const connecting = useMutation({ mutationFn: () => goToAuthorization(returnTo) })
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

/** Leaves for GitHub's page where the member authorizes the app. */
async function goToAuthorization(returnTo: string): Promise<void> {
  const { url, state } = await startConnection()

  rememberState(state, Date.now())
  rememberNextReturn(returnTo)
  window.location.assign(url)
}

/** After the authorization, for members who have not installed the app yet: leads on to GitHub at once. */
export function useNextInstallation(health: ConnectionHealth | null): void {
  useEffect(() => {
    if (health === null) return
    const returnTo = takeNextReturn()
    if (returnTo && health === 'not-installed') void goToInstallation(returnTo).catch(() => {})
  }, [health])
}

/** Leaves for GitHub's page where the app is installed. False if the server does not know its address. */
async function goToInstallation(returnTo: string): Promise<boolean> {
  const { installUrl } = await startConnection()
  if (!installUrl) return false

  rememberInstalling(Date.now(), returnTo)
  window.location.assign(installUrl)
  return true
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
