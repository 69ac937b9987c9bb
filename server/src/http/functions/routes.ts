import type { Clock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import { functionHost, type HostNeeds } from '@app/platform/http/functions/host.ts'
import type { AssuredNeeds, ServerFunction } from '@app/platform/http/functions/server-function.ts'
import type { Identity } from '@app/platform/identity/identity.ts'
import type { RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import type { Newsletter } from '#newsletter/subscribe.ts'
import type { PersonalData } from '#personal-data/personal-data.ts'
import { cleanupExpiredTokens } from './cleanup-expired-tokens.ts'
import { confirmGithubInstallation } from './confirm-github-installation.ts'
import { deleteAccount } from './delete-account.ts'
import { disconnectGithub } from './disconnect-github.ts'
import { endOneSession } from './end-session.ts'
import { getGithubToken } from './get-github-token.ts'
import { getInstallationToken } from './get-installation-token.ts'
import { githubAppAuth } from './github-app-auth.ts'
import { inviteToProject } from './invite-to-project.ts'
import { listSignedInSessions } from './list-sessions.ts'
import { mintExtensionSession } from './mint-extension-session.ts'
import { newsletterSubscription } from './newsletter-subscription.ts'
import { pendingEmailChange } from './pending-email-change.ts'
import { requestDataExport } from './request-export.ts'
import { startGithubConnection } from './start-github-connection.ts'
import { syncBoltProjects } from './sync-bolt-projects.ts'

/** The dependencies of all functions; each names its own part. */
export type FunctionNeeds = AssuredNeeds & {
  newsletter: Newsletter
  clock: Clock
  db: Database
  codeHost: CodeHost
  identity: Identity
  outbox: ProductOutbox
  limits: RateLimits
  personalData: PersonalData
}

/** All server functions by name. */
const FUNCTIONS: Record<string, ServerFunction<FunctionNeeds>> = {
  'cleanup-expired-tokens': cleanupExpiredTokens,
  'confirm-github-installation': confirmGithubInstallation,
  'delete-account': deleteAccount,
  'disconnect-github': disconnectGithub,
  'end-session': endOneSession,
  'get-github-token': getGithubToken,
  'get-installation-token': getInstallationToken,
  'github-app-auth': githubAppAuth,
  'invite-to-project': inviteToProject,
  'list-sessions': listSignedInSessions,
  'mint-extension-session': mintExtensionSession,
  'newsletter-subscription': newsletterSubscription,
  'pending-email-change': pendingEmailChange,
  'request-export': requestDataExport,
  'start-github-connection': startGithubConnection,
  'sync-bolt-projects': syncBoltProjects,
}

/** To be mounted at /functions/v1. */
export const functionRoutes = (needs: FunctionNeeds, host: HostNeeds) =>
  functionHost(FUNCTIONS, needs, host)
