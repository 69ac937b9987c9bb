import type { Templates } from '#mail/layout/message.ts'
import { emailChangeCurrent, emailChangeNew } from './email-change-mails.ts'
import {
  emailChanged,
  factorEnrolled,
  factorUnenrolled,
  identityLinked,
  identityUnlinked,
  passwordChanged,
} from './security-notices.ts'
import { magicLink, reauthentication, recovery } from './sign-in-mails.ts'
import { accountExists, confirmation, invite } from './sign-up-mails.ts'

/** Identity's mails by the names stored in the outbox. */
export const identityMails = {
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
} satisfies Templates

export type IdentityMails = typeof identityMails
