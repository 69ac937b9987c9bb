import * as z from 'zod/mini'
import { id } from './id.ts'
import { day } from './time.ts'

const after = z.optional(z.string().check(z.maxLength(500)))
const words = z.optional(z.string().check(z.maxLength(200)))

export const webhookProviders = ['github', 'lemon-squeezy'] as const
/** `waiting`: not yet processed, also after failed tries. */
export const webhookStates = [
  'waiting',
  'applied',
  'outdated',
  'ignored',
  'unclaimed',
  'failed',
] as const
export const mailStates = ['failed', 'waiting', 'sent', 'switched_off'] as const
export const cloneStates = ['left', 'deleted'] as const
export const auditSources = ['actions', 'sign_ins'] as const

const webhooksBody = z.object({
  action: z.literal('webhooks'),
  provider: z.optional(z.enum(webhookProviders)),
  state: z.optional(z.enum(webhookStates)),
  after,
})
const jobsBody = z.object({
  action: z.literal('jobs'),
  kind: z.optional(z.string().check(z.maxLength(100))),
  after,
})
const mailsBody = z.object({
  action: z.literal('mails'),
  state: z.optional(z.enum(mailStates)),
  /** The beginning of an address. */
  q: words,
  after,
})
const clonesBody = z.object({
  action: z.literal('clones'),
  state: z.optional(z.enum(cloneStates)),
  after,
})
const auditFilter = {
  source: z.optional(z.enum(auditSources)),
  /** An address or an id. */
  actor: words,
  /** The complete name of the action. */
  name: words,
  /** An address or an id; only for actions. */
  subject: words,
  /** In UTC. */
  day: z.optional(day),
}
const auditBody = z.object({ action: z.literal('audit'), ...auditFilter, after })

export type WebhooksFilter = Omit<z.infer<typeof webhooksBody>, 'action'>
export type JobsFilter = Omit<z.infer<typeof jobsBody>, 'action'>
export type MailsFilter = Omit<z.infer<typeof mailsBody>, 'action'>
export type ClonesFilter = Omit<z.infer<typeof clonesBody>, 'action'>
export type AuditFilter = Omit<z.infer<typeof auditBody>, 'action'>

const job = { kind: z.string().check(z.maxLength(100)), id }

/** `admin-sync`. */
export const adminOperationsBody = z.discriminatedUnion('action', [
  z.object({ action: z.literal('overview') }),
  webhooksBody,
  z.object({ action: z.literal('webhook'), id }),
  jobsBody,
  mailsBody,
  clonesBody,
  auditBody,
  z.object({ action: z.literal('audit_export'), ...auditFilter }),
  z.object({ action: z.literal('health') }),
  /** The last check of one member: an address, a GitHub login or an id. */
  z.object({ action: z.literal('repositories'), member: z.string().check(z.maxLength(200)) }),
  z.object({ action: z.literal('replay'), id }),
  z.object({ action: z.literal('replay_all') }),
  z.object({ action: z.literal('retry_job'), ...job }),
  z.object({ action: z.literal('discard_job'), ...job }),
  z.object({ action: z.literal('resend_mail'), id }),
  z.object({ action: z.literal('delete_clone'), id }),
  z.object({ action: z.literal('recheck_repositories'), userId: id }),
  z.object({ action: z.literal('test_mail') }),
  z.object({ action: z.literal('reconcile') }),
  /** Counts the figures of the dashboard now, instead of within the hour. */
  z.object({ action: z.literal('write_figures') }),
])

export type AdminOperationsBody = z.infer<typeof adminOperationsBody>
