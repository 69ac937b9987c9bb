import { toasts } from '@app/ui/toaster.tsx'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { githubMessage } from '#api/github/github-message.ts'
import { accountIdQuery } from '#api/github/queries.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { ConnectionHealth } from './connection-health.ts'
import {
  rememberInstalling,
  rememberNextReturn,
  rememberState,
  takeNextReturn,
} from './connection-memory.ts'

/** Leaves for GitHub's pages. Stays busy after success, so that nothing can be pressed while the next page loads. */
export function useConnecting(returnTo: string) {
  const connecting = useMutation({ mutationFn: () => goToAuthorization(returnTo) })
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

/** Leaves for GitHub's page where the member authorizes the app. */
async function goToAuthorization(returnTo: string): Promise<void> {
  const { url, state } = await startConnection()

  rememberState(state, Date.now())
  rememberNextReturn(returnTo)
  window.location.assign(url)
}

/** After the authorization, for members who have not installed the app yet: leads on to GitHub at once. */
export function useNextInstallation(health: ConnectionHealth | null): void {
  const client = useQueryClient()

  useEffect(() => {
    if (health === null) return
    const returnTo = takeNextReturn()
    if (!returnTo || health !== 'not-installed') return
    void goToInstallation(client, returnTo, null).catch(() => {})
  }, [health, client])
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

/** Downloaded when it is needed: the first screen has the button, and few press it. */
async function startConnection() {
  const connection = await import('#api/github/connection.ts')

  return connection.startConnection()
}
