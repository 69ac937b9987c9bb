import type { QueryClient } from '@tanstack/react-query'
import { githubAddress, githubHeaders } from '#api/github/ask-github.ts'
import { commitsPath, repositoriesPath, searchPath } from '#api/github/github-calls.ts'
import { repositoriesQuery } from '#api/github/github-queries.ts'
import { githubToken, githubUsername } from '#api/github/token.ts'
import { readConfigScript } from '#config/config-script.ts'
import type { MessageKey } from '#i18n/messages.ts'

export type TrialRequest = {
  url: string
  /** For calls to GitHub. Calls to our own server use the signed-in member. */
  token?: string
}

export type Trial = {
  id: string
  title: MessageKey
  prepare: (client: QueryClient, words: string) => Promise<TrialRequest>
}

/** Every single call that a connection involves. */
export const TRIALS: Trial[] = [
  {
    id: 'integration',
    title: 'githubDemo.integration',
    prepare: async () => ({
      url: `${readConfigScript().apiUrl}/rest/v1/github_integrations?select=github_username,expires_at,installation_id,access_token,scopes&integration_type=eq.github_app`,
    }),
  },
  {
    id: 'installation',
    title: 'githubDemo.installation',
    prepare: async () => ({
      url: `${readConfigScript().apiUrl}/functions/v1/get-installation-token`,
    }),
  },
  {
    id: 'profile',
    title: 'githubDemo.profile',
    prepare: (client) => atGithub(client, '/user'),
  },
  {
    id: 'repositories',
    title: 'githubDemo.repositories',
    prepare: (client) => atGithub(client, repositoriesPath(1)),
  },
  {
    id: 'search',
    title: 'githubDemo.search',
    prepare: async (client, words) =>
      atGithub(client, searchPath(words, await githubUsername(client))),
  },
  {
    id: 'commits',
    title: 'githubDemo.commits',
    prepare: async (client) => {
      const first = { ...repositoriesQuery(1), retry: false as const }
      const { repositories } = await client.fetchQuery(first)
      return atGithub(client, commitsPath(repositories[0]?.full_name ?? 'none/none'))
    },
  },
  {
    id: 'rateLimit',
    title: 'githubDemo.rateLimit',
    prepare: (client) => atGithub(client, '/rate_limit'),
  },
]

async function atGithub(client: QueryClient, path: string): Promise<TrialRequest> {
  return { url: githubAddress(path), token: await githubToken(client) }
}

export const headersOf = ({ token }: TrialRequest) => (token ? githubHeaders(token) : {})
