import * as z from 'zod/mini'

/** What `start-github-connection` answers. */
export type StartGithubConnectionReply = {
  /** GitHub's page where the member lets us in. */
  url: string
  /** Comes back with the code. The server has its own record of it, which decides. */
  state: string
  /** GitHub's page where the app is given repositories; null when its name there is not configured. */
  installUrl: string | null
}

const text = z.optional(z.nullable(z.string().check(z.maxLength(2000))))

export const githubAppAuthBody = z.object({
  code: text,
  state: text,
  /** As the setup page got it. It counts only if GitHub names it to this member. */
  installation_id: z.optional(z.nullable(z.union([z.string(), z.number()]))),
})

/** What `confirm-github-installation` is asked: the number that GitHub gave the setup page. */
export const confirmInstallationBody = z.object({
  installation_id: z.union([z.string(), z.number()]),
})

export type ConfirmInstallationReply = { installation_id: number }

export type GithubAppAuthReply = {
  success: true
  github_username: string
  avatar_url: string | null
  scopes: string[]
  installation_id: number | null
  installation_found: boolean
}

/** What `get-github-token` answers; the names are the extension's. */
export type GithubTokenReply = {
  type: 'github_app'
  access_token: string
  installation_id: number
  github_username: string
  /** ISO. */
  expires_at: string
  scopes: string[]
  /** The pair was renewed for this very answer. */
  renewed: boolean
}

/** What it answers to the page, which asks with `installation=optional`, while the app is not installed anywhere. */
export type InstallationMissingReply = GithubFailure & { code: 'GITHUB_APP_INSTALLATION_MISSING' }

export type InstallationTokenReply = {
  type: 'installation'
  token: string
  expires_at: string
  installation_id: number
  github_username: string
  permissions: Record<string, string>
  /** Full names, unless it opens all of the installation's. */
  repositories: 'all' | string[]
}

/** How a connection fails, beside the host's own refusals: `{error, code}` and what stands here. */
export type GithubFailure = {
  error: string
  code: string
  /** The member has to connect again. */
  requires_auth?: boolean
  has_installation?: boolean
  expired_at?: string
  details?: string
  github_username?: string
  /** Where the app is installed, when that is what is missing. */
  install_url?: string | null
}

export type DisconnectGithubReply = {
  success: true
  /** False when GitHub could not be told yet; a job goes on trying. */
  revoked: boolean
}

export type CleanupReply = {
  message: 'Cleanup completed successfully'
  /** Connections that lost their tokens and keep their installation. */
  tokens_cleared: number
  tokens_deleted: number
  total_processed: number
}
