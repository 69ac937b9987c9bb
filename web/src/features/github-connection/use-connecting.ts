import { toasts } from '@app/ui/toaster.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { githubMessage } from '#api/github/github-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Downloaded when it is needed: the first screen has buttons that lead to GitHub, and few press them. */
const leaving = () => import('./leave-for-github.ts')

/** Leaves for GitHub's pages. Stays busy after success, so that nothing can be pressed while the next page loads. */
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
    /** On this account, which GitHub's page then has chosen already. */
    installOn: (owner: string) => installing.mutate(owner),
    isConnecting: isBusy(connecting),
    isInstalling: isBusy(installing),
    failure: connecting.error ?? installing.error,
    hasNoInstallPage: installing.data === false,
  }
}

/** Comes back to this page. What fails is told in a toast, for there is no place of its own. */
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
