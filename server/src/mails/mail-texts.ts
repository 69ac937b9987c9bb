import type { Price } from '@app/platform/mail/layout/format.ts'
import type { Texts } from '@app/platform/mail/layout/message.ts'
import type { SiteLink } from '@app/platform/mail/layout/site-link.ts'

type Invitation = {
  inviter: string
  project: string
  role: 'editor' | 'viewer'
  validUntil: Date
  link: SiteLink
}

type Assignment = {
  assigner: string
  task: string
  project: string
  dueOn: Date | null
  link: SiteLink
}

type Trouble = { project: string; repository: string; link: SiteLink }

/** The parameters of each of the product's mails, by the names stored in the outbox. */
type MailParams = {
  account_deleted: { at: Date }
  address_confirmed: { email: string; removedPassword: boolean }
  project_invitation: Invitation
  task_assigned: Assignment
  sync_trouble: Trouble
  subscription_started: { plan: string; renewsOn: Date | null }
  subscription_cancelled: { plan: string; endsOn: Date }
  subscription_resumed: { plan: string; renewsOn: Date | null }
  subscription_ended: { plan: string }
  payment_receipt: { plan: string; price: Price; renewsOn: Date | null }
  /** `isOff`: it was the last attempt, and the plan is disabled. */
  payment_failed: { plan: string; price: Price; isOff: boolean }
  /** The price is the total refunded so far. */
  payment_refunded: { plan: string; price: Price }
  feedback_receipt: { title: string | null }
  /** `quote`: what the user had written, if anything. */
  feedback_reply: { title: string | null; quote: string | null; sentAt: Date; text: string }
  export_ready: { link: SiteLink; validForS: number }
  copy_left: { address: string }
  /** What the server's lost encryption keys had sealed. */
  secret_lost: { what: 'app' | 'codes' | 'github'; link: SiteLink }
  company_metadata_ends: { company: string; endsOn: Date; link: SiteLink }
  test_mail: { at: Date }
}

/** The product's mails in one language. */
export type MailTexts = Texts<MailParams>
