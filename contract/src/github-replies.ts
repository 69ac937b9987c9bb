import { listOf, type Parsed, recordOf, scalarOf } from './reply-shape.ts'

/** Of `start-github-connection`. */
export const startGithubConnectionReply = recordOf({
  /** GitHub's page where the member authorizes the app. */
  url: 'text',
  /** Comes back with the code. The server has its own record of it, which decides. */
  state: 'text',
  /** GitHub's page where the app is installed; null if its name there is not configured. */
  installUrl: 'text or null',
})

export type StartGithubConnectionReply = Parsed<typeof startGithubConnectionReply>

export const confirmInstallationReply = recordOf({ installation_id: 'int' })

export type ConfirmInstallationReply = Parsed<typeof confirmInstallationReply>

export const githubAppAuthReply = recordOf({
  success: [true],
  github_username: 'text',
  avatar_url: 'text or null',
  scopes: listOf(scalarOf('text')),
  installation_id: 'int or null',
  installation_found: 'boolean',
})

export type GithubAppAuthReply = Parsed<typeof githubAppAuthReply>

export const disconnectGithubReply = recordOf({
  success: [true],
  /** False if GitHub could not be told yet; a job retries. */
  revoked: 'boolean',
})

export type DisconnectGithubReply = Parsed<typeof disconnectGithubReply>
