import { endSubscriptions } from '#billing/end-subscriptions.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { leaveGithub } from '#code-host/disconnect.ts'
import type { Farewell } from '@app/platform/identity/accounts/farewell.ts'

/** Chooses what ends elsewhere with an account, whoever deletes it. */
export const openFarewell = (codeHost: CodeHost): Farewell => ({
  endConnections: (sql, userId) => leaveGithub(codeHost, sql, userId),
  endSubscriptions,
})
