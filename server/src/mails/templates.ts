import type { Template } from '@app/platform/mail/letter/letter.ts'
import {
  paymentFailed,
  subscriptionCancelled,
  subscriptionEnded,
  subscriptionStarted,
} from './billing-mails.ts'
import { emailChangeCurrent, emailChangeNew } from '@app/platform/mail/templates/email-change-mails.ts'
import { projectInvitation, syncTrouble, taskAssigned } from './project-mails.ts'
import {
  emailChanged,
  factorEnrolled,
  factorUnenrolled,
  identityLinked,
  identityUnlinked,
  passwordChanged,
} from '@app/platform/mail/templates/security-notices.ts'
import { magicLink, reauthentication, recovery } from '@app/platform/mail/templates/sign-in-mails.ts'
import { accountExists, confirmation, invite } from '@app/platform/mail/templates/sign-up-mails.ts'
import { accountDeleted, exportReady, feedbackReceipt } from './support-mails.ts'

const all = {
  confirmation,
  account_exists: accountExists,
  magic_link: magicLink,
  recovery,
  invite,
  email_change_new: emailChangeNew,
  email_change_current: emailChangeCurrent,
  reauthentication,
  password_changed: passwordChanged,
  email_changed: emailChanged,
  factor_enrolled: factorEnrolled,
  factor_unenrolled: factorUnenrolled,
  identity_linked: identityLinked,
  identity_unlinked: identityUnlinked,
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
}

export type TemplateName = keyof typeof all

/** What each of them wants to know. */
export type TemplateParams = {
  [Name in TemplateName]: (typeof all)[Name] extends Template<infer Params> ? Params : never
}

/** Every mail the product sends, under the name it has in the outbox. */
export const templates: { [Name in TemplateName]: Template<TemplateParams[Name]> } = all
