import type { Platform } from '@app/platform/compose/open-platform.ts'
import type { AdminArea } from '#admin/admin.ts'
import type { Billing } from '#billing/billing.ts'
import { type CodeHost, githubOf } from '#code-host/code-host.ts'
import { currentConnection } from '#code-host/current-connection.ts'
import type { Config } from '#config/config.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import { deleteAnyClone } from '#private-imports/delete-temporary-clone.ts'
import type { PrivateImports } from '#private-imports/private-imports.ts'
import { productRelease } from './folders.ts'
import { openAdminBilling } from './open-admin-billing.ts'

type Needs = {
  config: Config
  platform: Platform
  codeHost: CodeHost
  outbox: ProductOutbox
  billing: Billing
  privateImports: PrivateImports
}

/** Composes the admin area. */
export function openAdmin(needs: Needs): AdminArea {
  const { config, platform, codeHost, outbox, billing, privateImports } = needs
  const { db, clock, log, limits, auth, metrics } = platform
  const issuesOf = codeHost.github?.issuesOf
  const repository = config.githubApp.feedbackRepository

  return {
    db,
    clock,
    log,
    limits,
    countRefusal: metrics.counter(
      'admin_refusals_total',
      'Calls of the admin area by callers without any right, by code',
    ),
    identity: auth.identity,
    adminEmails: config.adminEmails,
    requiresFactor: config.adminRequiresFactor,
    feedbackIssues: issuesOf && repository ? issuesOf(repository) : null,
    billing: openAdminBilling(billing, config.lemonSqueezy.dashboardUrl),
    outbox,
    githubOf: async (userId) => {
      const { accessToken } = await currentConnection(codeHost, userId, { check: false })
      return { github: githubOf(codeHost), accessToken }
    },
    deleteClone: (id) => deleteAnyClone(privateImports, id),
    installation: {
      version: productRelease().version,
      services: {
        github: codeHost.github !== null,
        'lemon-squeezy': config.lemonSqueezy.apiKey !== null,
        newsletter: config.newsletter !== null,
      },
      standins: config.standins,
    },
  }
}
