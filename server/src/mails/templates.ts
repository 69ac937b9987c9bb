import type { ParamsOf, Templates } from '@app/platform/mail/layout/message.ts'
import type { Outbox } from '@app/platform/mail/outbox.ts'
import {
  paymentFailed,
  subscriptionCancelled,
  subscriptionEnded,
  subscriptionStarted,
} from './billing-mails.ts'
import { projectInvitation, syncTrouble, taskAssigned } from './project-mails.ts'
import { accountDeleted, exportReady, feedbackReceipt } from './support-mails.ts'

/** The product's mails besides identity's, by the names stored in the outbox. */
export const templates = {
  account_deleted: accountDeleted,
  project_invitation: projectInvitation,
  task_assigned: taskAssigned,
  sync_trouble: syncTrouble,
  subscription_started: subscriptionStarted,
  subscription_cancelled: subscriptionCancelled,
  subscription_ended: subscriptionEnded,
  payment_failed: paymentFailed,
  feedback_receipt: feedbackReceipt,
  export_ready: exportReady,
} satisfies Templates

export type TemplateName = keyof typeof templates

export type ProductOutbox = Outbox<typeof templates>

/** The parameters of each template. */
export type TemplateParams = { [Name in TemplateName]: ParamsOf<(typeof templates)[Name]> }
