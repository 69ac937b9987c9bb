import type { Platform } from '@app/platform/compose/open-platform.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { currentConnection } from '#code-host/current-connection.ts'
import type { Config } from '#config/config.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import { openCopyDeletions } from '#private-imports/copy-deletions.ts'
import { recordDeletion } from '#private-imports/deletions-table.ts'
import type { PrivateImports } from '#private-imports/private-imports.ts'
import { githubAppsSettings } from './open-code-host.ts'

type Needs = { config: Config; platform: Platform; codeHost: CodeHost; outbox: ProductOutbox }

/** Composes private imports, which use members' connections to GitHub. */
export const openPrivateImports = ({
  config,
  platform,
  codeHost,
  outbox,
}: Needs): PrivateImports => ({
  db: platform.db,
  clock: platform.clock,
  log: platform.log,
  limits: platform.limits,
  outbox,
  github: codeHost.github,
  searchLimitMs: config.secretSearchLimitMs,
  deletions: openCopyDeletions({
    settings: githubAppsSettings(config),
    clock: platform.clock,
    log: platform.log,
    onDeleted: (id) => recordDeletion(serverSql(platform.db), id),
  }),
  connectionOf: async (userId, how) => {
    const { connection, accessToken } = await currentConnection(codeHost, userId, how)

    return { accessToken, githubUserId: connection.github_user_id }
  },
})
