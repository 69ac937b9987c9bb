import { toasts } from '@app/ui/toaster.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { githubMessage } from '#api/github/github-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Downloaded on demand: the first screen has buttons to GitHub that few members press. */
const leaving = () => import('./leave-for-github.ts')

/** Navigates to GitHub's pages. Stays busy after success, so that nothing can be pressed while the next page loads. */
export function useConnecting(returnTo: string) {
  const connecting = useMutation({
    mutationFn: async () => (await leaving()).goToAuthorization(returnTo),
  })
  const client = useQueryClient()
  const installing = useMutation({
    mutationFn: async (owner: string | null) =>
      (await leaving()).goToInstallation(client, returnTo, owner),
  })
  const isBusy = (one: typeof connecting | typeof installing) =>
    one.isPending || (one.isSuccess && one.data !== false)

  return {
    connect: () => connecting.mutate(),
    install: () => installing.mutate(null),
    /** Preselects this account on GitHub's page. */
    installOn: (owner: string) => installing.mutate(owner),
    isConnecting: isBusy(connecting),
    isInstalling: isBusy(installing),
    failure: connecting.error ?? installing.error,
    hasNoInstallPage: installing.data === false,
  }
}

/** Returns to this page. Failures are shown in a toast, because no component owns this action. */
export function useConnectingFromHere() {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const connecting = useConnecting(`${pathname}${search}`)
  const { failure, hasNoInstallPage } = connecting

  useEffect(() => {
    if (!failure && !hasNoInstallPage) return
    const title = t('github.connection.connectFailed')
    const text = failure ? githubMessage(t, failure) : t('github.connection.noInstallPage')
    toasts.show({ subject: 'github', title, text, tone: 'danger' })
  }, [failure, hasNoInstallPage, t])

  return connecting
}
