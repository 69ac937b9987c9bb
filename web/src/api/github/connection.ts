import {
  confirmInstallationReply,
  disconnectGithubReply,
  githubAppAuthReply,
  startGithubConnectionReply,
} from '@app/contract/github-replies'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '#api/calls/call-function.ts'
import { githubKey } from './integration.ts'
import { githubTokenQuery } from './token.ts'

/** The URLs of GitHub's pages for authorizing and installing the app. */
export const startConnection = () =>
  callFunction('start-github-connection', startGithubConnectionReply)

type Callback = { code: string; state: string | null; installation_id?: string }

export const finishAuthorization = (body: Callback) =>
  callFunction('github-app-auth', githubAppAuthReply, { body })

export const confirmInstallation = (id: string) =>
  callFunction('confirm-github-installation', confirmInstallationReply, {
    body: { installation_id: id },
  })

/** Used after connecting or installing, when all earlier answers are outdated. */
export const forgetGithub = (client: QueryClient): void =>
  client.removeQueries({ queryKey: githubKey })

export function useDisconnect() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: () => callFunction('disconnect-github', disconnectGithubReply),
    onSuccess: async () => {
      client.removeQueries({ queryKey: githubTokenQuery.queryKey })
      await client.resetQueries({ queryKey: githubKey })
    },
  })
}
