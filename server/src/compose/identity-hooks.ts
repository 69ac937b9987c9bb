import { randomUUID } from 'node:crypto'
import type { Clock } from '@app/platform/clock/clock.ts'
import type { IdentityHooks } from '@app/platform/identity/hooks.ts'
import { withRaisedRefusals } from '@app/platform/limits/raised-refusal.ts'
import { endSubscriptions } from '#billing/end-subscriptions.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { connectBySignIn } from '#code-host/connect-by-sign-in.ts'
import { endConnection } from '#code-host/disconnect.ts'
import { sendJob } from '#jobs/job-kinds.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import { promoteAdmin, requireAnotherAdmin } from '#members/promote-admin.ts'

type Needs = {
  adminEmails: readonly string[]
  codeHost: CodeHost
  outbox: ProductOutbox
  clock: Clock
}

/** The product's extensions of identity. */
export const identityHooks = ({ adminEmails, codeHost, outbox, clock }: Needs): IdentityHooks => ({
  sessionOpened: (sql, account) => promoteAdmin(sql, adminEmails, account),
  providerSignedIn: (sql, account, signIn) => connectBySignIn(codeHost, sql, account.id, signIn),
  avatarOffered: (sql, userId) => sendJob(sql, 'copy-picture', { userId }),
  accountDeleting: async (sql, userId) => {
    await withRaisedRefusals(requireAnotherAdmin(sql, userId))
    await endConnection(codeHost, sql, userId)
    await endSubscriptions(sql, userId)
  },
  accountDeletedByOwner: async (sql, { email, language }) => {
    if (email === null) return

    await outbox.queue(sql, {
      template: 'account_deleted',
      params: { at: clock.now() },
      to: email,
      language,
      key: `account_deleted ${randomUUID()}`,
    })
  },
})
