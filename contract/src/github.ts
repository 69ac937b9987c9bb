import * as z from 'zod/mini'

const text = z.optional(z.nullable(z.string().check(z.maxLength(2000))))

export const githubAppAuthBody = z.object({
  code: text,
  state: text,
  /** The id from the setup page. It is used only if GitHub lists it for this member. */
  installation_id: z.optional(z.nullable(z.union([z.string(), z.number()]))),
})

/** Body of `confirm-github-installation`: the id that GitHub passed to the setup page. */
export const confirmInstallationBody = z.object({
  installation_id: z.union([z.string(), z.number()]),
})

/** `missing-repositories`: full names, `octo/tides`. */
export const missingRepositoriesBody = z.object({
  names: z
    .array(z.string().check(z.regex(/^[A-Za-z0-9-]{1,100}\/[A-Za-z0-9._-]{1,100}$/)))
    .check(z.minLength(1), z.maxLength(50)),
})

export type InstallationTokenReply = {
  type: 'installation'
  token: string
  expires_at: string
  installation_id: number
  github_username: string
  permissions: Record<string, string>
  /** Full names, or all of the installation's. */
  repositories: 'all' | string[]
}

export type CleanupReply = {
  message: 'Cleanup completed successfully'
  /** Connections that lost their tokens but keep their installation. */
  tokens_cleared: number
  tokens_deleted: number
  total_processed: number
}
