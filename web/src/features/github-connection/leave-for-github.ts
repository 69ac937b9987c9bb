import type { QueryClient } from '@tanstack/react-query'
import { startConnection } from '#api/github/connection.ts'
import { accountIdQuery } from '#api/github/github-queries.ts'
import { rememberInstalling, rememberNextReturn, rememberState } from './connection-memory.ts'

/** Navigates to GitHub's page for authorizing the app. */
export async function goToAuthorization(returnTo: string): Promise<void> {
  const { url, state } = await startConnection()

  rememberState(state, Date.now())
  rememberNextReturn(returnTo)
  window.location.assign(url)
}

/** Navigates to GitHub's page for installing the app. False if the server does not know its URL. */
export async function goToInstallation(
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

/** GitHub's page for installing the app on one account. */
function installAddress(installUrl: string, accountId: number): string {
  const address = new URL(installUrl)
  address.pathname += '/permissions'
  address.searchParams.set('target_id', String(accountId))

  return address.href
}
