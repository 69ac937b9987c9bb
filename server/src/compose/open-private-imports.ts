import type { Platform } from '@app/platform/compose/open-platform.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { currentConnection } from '#code-host/current-connection.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import type { PrivateImports } from '#private-imports/private-imports.ts'

type Needs = { platform: Platform; codeHost: CodeHost; outbox: ProductOutbox }

/** Composes private imports, which use members' connections to GitHub. */
export const openPrivateImports = ({ platform, codeHost, outbox }: Needs): PrivateImports => ({
  db: platform.db,
  clock: platform.clock,
  log: platform.log,
  limits: platform.limits,
  outbox,
  github: codeHost.github,
  connectionOf: async (userId, how) => {
    const { connection, accessToken } = await currentConnection(codeHost, userId, how)

    return { accessToken, githubUserId: connection.github_user_id }
  },
})
