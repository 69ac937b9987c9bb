import type { StartGithubConnectionReply } from '@app/contract/github'
import { callFunction } from '#api/call-function.ts'
import { rememberInstalling, rememberState } from './connection-memory.ts'

/** Leads to GitHub's page where the member lets us in. */
export async function startConnection(): Promise<void> {
  const { url, state } = await callFunction<StartGithubConnectionReply>('start-github-connection')

  rememberState(state, Date.now())
  window.location.assign(url)
}

/** Leads to GitHub's page where the app is given repositories. False where nobody told us its address. */
export async function startInstallation(returnTo: string): Promise<boolean> {
  const { installUrl } = await callFunction<StartGithubConnectionReply>('start-github-connection')
  if (!installUrl) return false

  rememberInstalling(Date.now(), returnTo)
  window.location.assign(installUrl)
  return true
}
