import type { Clock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import { functionHost, type HostNeeds } from '@app/platform/http/functions/host.ts'
import type { ServerFunction } from '@app/platform/http/functions/server-function.ts'
import type { Identity } from '@app/platform/identity/identity.ts'
import type { RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { Billing } from '#billing/billing.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import type { Newsletter } from '#newsletter/subscribe.ts'
import type { PersonalData } from '#personal-data/personal-data.ts'
import type { PrivateImports } from '#private-imports/private-imports.ts'
import { adminBilling } from './admin-billing.ts'
import type { AdminNeeds } from './admin-function.ts'
import { adminOAuth } from './admin-oauth.ts'
import { adminOperations } from './admin-operations.ts'
import { adminSso } from './admin-sso.ts'
import { adminUsers } from './admin-users.ts'
import { billingPortal } from './billing-portal.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { changePlan } from './change-plan.ts'
import { cleanupExpiredTokens } from './cleanup-expired-tokens.ts'
import { confirmGithubInstallation } from './confirm-github-installation.ts'
import { continuePrivateImport } from './continue-private-import.ts'
import { createCheckout } from './create-checkout.ts'
import { deleteAccount } from './delete-account.ts'
import { deleteClone } from './delete-temporary-clone.ts'
import { disconnectGithub } from './disconnect-github.ts'
import { endOneSession } from './end-session.ts'
import { getGithubToken } from './get-github-token.ts'
import { getInstallationToken } from './get-installation-token.ts'
import { githubAppAuth } from './github-app-auth.ts'
import { inviteToProject } from './invite-to-project.ts'
import { listSignedInSessions } from './list-sessions.ts'
import { manageFeedback } from './manage-feedback.ts'
import { mintExtensionSession } from './mint-extension-session.ts'
import { missingRepositories } from './missing-repositories.ts'
import { newsletterSubscription } from './newsletter-subscription.ts'
import { pendingEmailChange } from './pending-email-change.ts'
import { recordOwnPull } from './record-pull.ts'
import { recordOwnPush } from './record-push.ts'
import { refreshSubscription } from './refresh-subscription.ts'
import { requestDataExport } from './request-export.ts'
import { resumeSubscription } from './resume-subscription.ts'
import { startGithubConnection } from './start-github-connection.ts'
import { startPrivateImport } from './start-private-import.ts'
import { syncBoltProjects } from './sync-bolt-projects.ts'

/** The dependencies of all functions; each takes its own part. */
export type FunctionNeeds = AdminNeeds & {
  newsletter: Newsletter
  clock: Clock
  db: Database
  billing: Billing
  codeHost: CodeHost
  identity: Identity
  outbox: ProductOutbox
  limits: RateLimits
  personalData: PersonalData
  privateImports: PrivateImports
}

/** All server functions by name. */
const FUNCTIONS: Record<string, ServerFunction<FunctionNeeds>> = {
  'admin-sync': adminOperations,
  'admin-billing': adminBilling,
  'admin-oauth': adminOAuth,
  'admin-sso': adminSso,
  'admin-users': adminUsers,
  'billing-portal': billingPortal,
  'cancel-subscription': cancelSubscription,
  'change-plan': changePlan,
  'cleanup-expired-tokens': cleanupExpiredTokens,
  'confirm-github-installation': confirmGithubInstallation,
  'continue-private-import': continuePrivateImport,
  'create-checkout': createCheckout,
  'delete-account': deleteAccount,
  'delete-temporary-clone': deleteClone,
  'disconnect-github': disconnectGithub,
  'end-session': endOneSession,
  'get-github-token': getGithubToken,
  'get-installation-token': getInstallationToken,
  'github-app-auth': githubAppAuth,
  'invite-to-project': inviteToProject,
  'list-sessions': listSignedInSessions,
  'manage-feedback': manageFeedback,
  'mint-extension-session': mintExtensionSession,
  'missing-repositories': missingRepositories,
  'newsletter-subscription': newsletterSubscription,
  'pending-email-change': pendingEmailChange,
  'record-pull': recordOwnPull,
  'record-push': recordOwnPush,
  'refresh-subscription': refreshSubscription,
  'request-export': requestDataExport,
  'resume-subscription': resumeSubscription,
  'start-github-connection': startGithubConnection,
  'start-private-import': startPrivateImport,
  'sync-bolt-projects': syncBoltProjects,
}

export const functionNames = Object.keys(FUNCTIONS)

/** To be mounted at /functions/v1. */
export const functionRoutes = (needs: FunctionNeeds, host: HostNeeds) =>
  functionHost(FUNCTIONS, needs, host)
