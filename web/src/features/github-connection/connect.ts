import { startConnection } from '#api/github/connection.ts'
import { rememberInstalling, rememberState } from './connection-memory.ts'

/** Leaves for GitHub's page where the member authorizes the app. */
export async function goToAuthorization(): Promise<void> {
  const { url, state } = await startConnection()

  rememberState(state, Date.now())
  window.location.assign(url)
}

/** Leaves for GitHub's page where the app is installed. False if the server does not know its address. */
export async function goToInstallation(returnTo: string): Promise<boolean> {
  const { installUrl } = await startConnection()
  if (!installUrl) return false

  rememberInstalling(Date.now(), returnTo)
  window.location.assign(installUrl)
  return true
}
