import * as z from 'zod/mini'

/** Of `start-github-connection`. */
export const startGithubConnectionReply = z.object({
  /** GitHub's page where the member authorizes the app. */
  url: z.string(),
  /** Comes back with the code. The server has its own record of it, which decides. */
  state: z.string(),
  /** GitHub's page where the app is installed; null if its name there is not configured. */
  installUrl: z.nullable(z.string()),
})

export type StartGithubConnectionReply = z.infer<typeof startGithubConnectionReply>

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

export const confirmInstallationReply = z.object({ installation_id: z.number() })

export type ConfirmInstallationReply = z.infer<typeof confirmInstallationReply>

export const githubAppAuthReply = z.object({
  success: z.literal(true),
  github_username: z.string().check(z.minLength(1)),
  avatar_url: z.nullable(z.string()),
  scopes: z.array(z.string()),
  installation_id: z.nullable(z.number()),
  installation_found: z.boolean(),
})

export type GithubAppAuthReply = z.infer<typeof githubAppAuthReply>

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

export const disconnectGithubReply = z.object({
  success: z.literal(true),
  /** False if GitHub could not be told yet; a job retries. */
  revoked: z.boolean(),
})

export type DisconnectGithubReply = z.infer<typeof disconnectGithubReply>

export type CleanupReply = {
  message: 'Cleanup completed successfully'
  /** Connections that lost their tokens and keep their installation. */
  tokens_cleared: number
  tokens_deleted: number
  total_processed: number
}
