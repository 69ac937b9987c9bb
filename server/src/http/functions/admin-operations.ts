import { type AdminOperationsBody, adminOperationsBody } from '@app/contract/admin-operations'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { exportAudit, readAudit } from '#admin/operations/audit-list.ts'
import { deleteClone, listClones } from '#admin/operations/clones.ts'
import { readHealth } from '#admin/operations/health.ts'
import { discardJob, listJobs, retryJob } from '#admin/operations/jobs.ts'
import { listOutbox, resendMail, sendTestMail } from '#admin/operations/mails.ts'
import { readOverview, reconcileNow } from '#admin/operations/reconciliations.ts'
import { findRepositories, recheckRepositories } from '#admin/operations/repositories.ts'
import {
  getWebhook,
  listWebhooks,
  replayAllWebhooks,
  replayWebhook,
} from '#admin/operations/webhooks.ts'
import { writeFiguresNow } from '#admin/write-figures-now.ts'
import { adminFunction, counted, csvResponse, done } from './admin-function.ts'

export const adminOperations = adminFunction(adminOperationsBody, answer)

type Act<Action extends AdminOperationsBody['action']> = (
  admin: AdminArea,
  caller: AdminCaller,
  body: Extract<AdminOperationsBody, { action: Action }>,
) => Promise<object>

const ACTIONS: { [Action in AdminOperationsBody['action']]: Act<Action> } = {
  overview: readOverview,
  webhooks: listWebhooks,
  webhook: (admin, caller, { id }) => getWebhook(admin, caller, id),
  jobs: listJobs,
  mails: listOutbox,
  clones: listClones,
  audit: readAudit,
  audit_export: (admin, caller, filter) =>
    csvResponse(admin, 'audit', exportAudit(admin, caller, filter)),
  health: readHealth,
  repositories: (admin, caller, { member }) => findRepositories(admin, caller, member),
  replay: (admin, caller, { id }) => counted(replayWebhook(admin, caller, id)),
  replay_all: (admin, caller) => counted(replayAllWebhooks(admin, caller)),
  retry_job: (admin, caller, job) => done(retryJob(admin, caller, job)),
  discard_job: (admin, caller, job) => done(discardJob(admin, caller, job)),
  resend_mail: (admin, caller, { id }) => done(resendMail(admin, caller, id)),
  delete_clone: (admin, caller, { id }) => done(deleteClone(admin, caller, id)),
  recheck_repositories: (admin, caller, { userId }) => recheckRepositories(admin, caller, userId),
  test_mail: async (admin, caller) => ({ success: true, to: await sendTestMail(admin, caller) }),
  reconcile: (admin, caller) => done(reconcileNow(admin, caller)),
  write_figures: (admin, caller) => done(writeFiguresNow(admin, caller)),
}

/** The compiler cannot infer that the verb for an action accepts that action's body. */
function answer(admin: AdminArea, caller: AdminCaller, body: AdminOperationsBody): Promise<object> {
  const act = ACTIONS[body.action] as Act<typeof body.action>

  return act(admin, caller, body as never)
}
