import { toasts } from '@app/ui/toaster.tsx'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { startConnection, useDisconnect } from '#api/github/connection.ts'
import { githubMessage } from '#api/github/github-message.ts'
import { accountIdQuery } from '#api/github/queries.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { forgetConnection, rememberInstalling, rememberState } from './connection-memory.ts'

/** Leaves for GitHub's pages. Stays busy after success, so that nothing can be pressed while the next page loads. */
export function useConnecting(returnTo: string) {
  const connecting = useMutation({ mutationFn: goToAuthorization })
  const client = useQueryClient()
  const installing = useMutation({
    mutationFn: (owner: string | null) => goToInstallation(client, returnTo, owner),
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

/** Leaves for GitHub's page where the member authorizes the app. */
async function goToAuthorization(): Promise<void> {
  const { url, state } = await startConnection()

  rememberState(state, Date.now())
  window.location.assign(url)
}

/** Leaves for GitHub's page where the app is installed. False if the server does not know its address. */
async function goToInstallation(
  client: QueryClient,
  returnTo: string,
  owner: string | null,
): Promise<boolean> {
  const { installUrl } = await startConnection()
  if (!installUrl) return false
  const id = owner && (await client.fetchQuery(accountIdQuery(owner)))

  rememberInstalling(Date.now(), returnTo)
  window.location.assign(id ? installAddress(installUrl, id) : installUrl)
  return true
}

/** GitHub's page for the installation on one account. */
export function installAddress(installUrl: string, accountId: number): string {
  const address = new URL(installUrl)
  address.pathname += '/permissions'
  address.searchParams.set('target_id', String(accountId))

  return address.href
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
