import type { Platform } from '@app/platform/compose/open-platform.ts'
import { startBackground } from '@app/platform/compose/start-background.ts'
import type { Database } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { Jobs, WorkFor } from '@app/platform/jobs/start-jobs.ts'
import type { Log } from '@app/platform/log/log.ts'
import { deleteMarked } from '#admin/feedback-table.ts'
import { writeFigures } from '#admin/figures-table.ts'
import { openAdminHints } from '#admin/operations/hint-admins.ts'
import { warnOfMetadataEnds } from '#admin/sso-providers/warn-of-ends.ts'
import { refundWork } from '#admin/subscribers/refund-payment.ts'
import { sweepAudit } from '#admin/sweep-audit.ts'
import type { Billing } from '#billing/billing.ts'
import { endingWork } from '#billing/end-subscriptions.ts'
import {
  eventsFailed as billingEventsFailed,
  eventWork as billingEventWork,
} from '#billing/events/process-events.ts'
import { reconcilingWork } from '#billing/reconcile/reconcile.ts'
import { sweepBilling } from '#billing/reconcile/sweep-billing.ts'
import { deleteExpired } from '#code-host/delete-expired.ts'
import { grantWork } from '#code-host/end-grant.ts'
import type { EventHost } from '#code-host/events/event-thread.ts'
import { eventFailed, eventWork } from '#code-host/events/process-event.ts'
import type { Config } from '#config/config.ts'
import { jobKinds } from '#jobs/job-kinds.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import { copyAvatar } from '#members/copy-avatar.ts'
import { newsletterWork } from '#newsletter/kept-subscriptions.ts'
import { openAvatars } from '#outside/avatars.ts'
import { mailingList } from '#outside/newsletter.ts'
import { exportFailed, exportWork } from '#personal-data/make-export.ts'
import type { PersonalData } from '#personal-data/personal-data.ts'
import { countOverdue } from '#private-imports/deletions-table.ts'
import { importFailed, importWork } from '#private-imports/import-work.ts'
import type { PrivateImports } from '#private-imports/private-imports.ts'
import { watchCopies } from '#private-imports/sweep-clones.ts'
import {
  ASSIGNED_CHANNEL,
  assignmentWork,
  queueAssignmentMails,
} from '#projects/notify-assignees.ts'
import { openAdminBilling } from './open-admin-billing.ts'

type Needs = {
  config: Config
  platform: Platform
  codeHost: EventHost
  billing: Billing
  personalData: PersonalData
  privateImports: PrivateImports
  outbox: ProductOutbox
}

export type Background = Pick<Jobs, 'begin' | 'drain'> & { stop(): Promise<void> }

/** Starts jobs, mail and notifications: all work outside requests. */
export async function startProductBackground(needs: Needs): Promise<Background> {
  const { config, platform, codeHost, billing, personalData, privateImports, outbox } = needs
  const { db, log, files, keyring, metrics } = platform
  const { apiUrl, providers } = config
  const fetchAvatar = openAvatars(originsOf(providers))
  const work: Partial<WorkFor<typeof jobKinds>> = {
    ...(config.newsletter && newsletterWork(mailingList(config.newsletter), keyring)),
    ...grantWork(codeHost),
    ...eventWork(codeHost),
    ...exportWork(personalData),
    ...importWork(privateImports),
    ...endingWork(billing),
    ...billingEventWork(billing),
    ...reconcilingWork(billing),
    ...refundWork({ db, billing: openAdminBilling(billing, config.lemonSqueezy.dashboardUrl) }),
    ...assignmentWork({ db, outbox }),
    'sweep-audit': () => sweepAudit(db),
    'sweep-feedback': async () => void (await deleteMarked(db)),
    'warn-of-metadata-ends': () => warnOfMetadataEnds({ db, outbox }),
    'write-figures': () => writeFigures(db),
    'sweep-billing': () => sweepBilling(billing),
    'sweep-github': async () => void (await deleteExpired(codeHost)),
    'copy-picture': ({ payload }) => copyAvatar({ files, fetchAvatar, apiUrl }, payload.userId),
  }
  const onFailed = {
    ...exportFailed(personalData),
    ...importFailed(privateImports),
    ...billingEventsFailed(billing),
    ...eventFailed(codeHost),
  }
  const hints = openAdminHints({ db, log })
  const { onEnded } = hints
  const jobs = await startBackground(platform, { kinds: jobKinds, work, onFailed, onEnded })
  const isWeb = config.run === 'web'
  const stopListening = isWeb ? () => {} : await listenForAssignments(db, log)
  const copies = watchCopies(privateImports)
  if (!isWeb) metrics.watchCount(OVERDUE, () => countOverdue(serverSql(db)))

  return {
    begin: () => jobs.begin(),
    drain: async () => {
      if (isWeb) return
      await queueAssignmentMails(db)
      await jobs.drain()
    },
    stop: async () => {
      stopListening()
      await copies.stop()
      await jobs.stop()
      hints.close()
      await privateImports.deletions.stop()
      await codeHost.events.stop()
    },
  }
}

const OVERDUE = {
  name: 'gitferry_temporary_clones_overdue',
  before: 'temporary_clones_overdue',
  help: 'Temporary copies at GitHub that should have been deleted',
}

async function listenForAssignments(db: Database, log: Log): Promise<() => void> {
  const look = () =>
    queueAssignmentMails(db).catch((err: unknown) => log.warn({ err }, 'assignment poll failed'))
  const stopListening = await db.listen(ASSIGNED_CHANNEL, look, look)
  // Handles tasks that were assigned while no server ran.
  await look()

  return stopListening
}

/** Origins of stand-ins, which may serve avatars. */
const originsOf = ({ github, google }: Config['providers']): string[] =>
  [github?.webUrl, google?.issuer].flatMap((url) => (url ? [new URL(url).origin] : []))
