import type { Clock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import type { Client } from '@app/platform/identity/client.ts'
import type { Identity } from '@app/platform/identity/identity.ts'
import type { RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { Log } from '@app/platform/log/log.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import type { Github } from '#outside/github/github.ts'
import type { RepositoryIssues } from '#outside/github/issues.ts'
import type { AdminBilling } from './admin-billing.ts'

/** The dependencies of the admin area. */
export type AdminArea = {
  db: Database
  clock: Clock
  log: Log
  limits: RateLimits
  /** Counts callers without any right here, by the code of the refusal. */
  countRefusal(code: string): void
  identity: Identity
  /** Addresses whose accounts become admins at their next sign-in. */
  adminEmails: readonly string[]
  /** Dangerous actions need an account with a second factor. */
  requiresFactor: boolean
  /** null: no feedback repository is configured, or the app has no key. */
  feedbackIssues: RepositoryIssues | null
  billing: AdminBilling
  outbox: ProductOutbox
  /** GitHub with a member's own token, renewed if needed; refuses members without a connection. */
  githubOf(userId: string): Promise<MemberGithub>
  /** Ends a private import and deletes its copy, if it exists. `left`: it could not be deleted yet. */
  deleteClone(id: string): Promise<'deleted' | 'left' | 'missing'>
  installation: Installation
}

export type MemberGithub = { github: Github; accessToken: string }

/** The configured parts, for the health page. */
export type Installation = {
  version: string
  services: { github: boolean; 'lemon-squeezy': boolean; newsletter: boolean }
  standins: readonly { name: string; url: string }[]
}

/** A signed-in caller of the admin area, before the role is checked. */
export type AdminCaller = {
  member: Member
  client: Client
  /** Set by an action on several users, which has checked the proof once for all of them. */
  isProven?: true
}
