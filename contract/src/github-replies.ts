import { type Parsed, recordOf } from './reply-shape.ts'

/** Of `start-github-connection`. */
export const startGithubConnectionReply = recordOf({
  /** GitHub's page where the member authorizes the app. */
  url: 'text',
  /** Returned together with the code. The server's own record of it decides. */
  state: 'text',
  /** GitHub's page where the app is installed; null if its name there is not configured. */
  installUrl: 'text or null',
})

export type StartGithubConnectionReply = Parsed<typeof startGithubConnectionReply>

export const confirmInstallationReply = recordOf({ installation_id: 'int' })

export type ConfirmInstallationReply = Parsed<typeof confirmInstallationReply>

/** The fields that the specification promises for `github-app-auth`. Pages need no more, so they accept replies with only these. */
export const githubAppAuthReply = recordOf({ github_username: 'text' })

/** The reply of our own function. */
export type GithubAppAuthReply = Parsed<typeof githubAppAuthReply> & {
  success: true
  avatar_url: string | null
  scopes: string[]
  installation_id: number | null
  installation_found: boolean
}

export const disconnectGithubReply = recordOf({
  success: [true],
  /** False if GitHub could not be told yet; a job retries. */
  revoked: 'boolean',
})

export type DisconnectGithubReply = Parsed<typeof disconnectGithubReply>
