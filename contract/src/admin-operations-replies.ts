import * as z from 'zod/mini'
import { mailStates, webhookStates } from './admin-operations.ts'

const time = z.nullable(z.string())

const listOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: z.array(item),
    /** An opaque cursor; null at the end. */
    next: z.nullable(z.string()),
    count: z.int(),
    /** More exist than `count`. */
    isCapped: z.boolean(),
  })

/** One run of the comparison with the payment provider. All times are ISO. */
const reconciliation = z.object({
  id: z.string(),
  scope: z.enum(['due', 'full']),
  startedAt: z.string(),
  finishedAt: time,
  seen: z.int(),
  healed: z.int(),
  unclaimed: z.int(),
  failed: z.int(),
  error: z.nullable(z.string()),
})

const planPrice = z.object({ price: z.number(), interval: z.nullable(z.string()) })

export const operationsOverviewReply = z.object({
  /** Without an account at the payment provider, nothing is compared. */
  isConfigured: z.boolean(),
  /** One is running or waiting. */
  isRunning: z.boolean(),
  /** Newest first. */
  runs: z.array(reconciliation),
  /** When plans were last compared; null: never. */
  plansComparedAt: time,
  /** The differences of that run; `theirs` is null if the provider has no such variant. */
  differences: z.array(
    z.object({
      planId: z.string(),
      plan: z.nullable(z.string()),
      ours: planPrice,
      theirs: z.nullable(planPrice),
    }),
  ),
})

export type OperationsOverviewReply = z.infer<typeof operationsOverviewReply>
export type Reconciliation = z.infer<typeof reconciliation>

const webhookEvent = z.object({
  id: z.string(),
  provider: z.string(),
  event: z.string(),
  objectType: z.nullable(z.string()),
  objectId: z.nullable(z.string()),
  state: z.enum(webhookStates),
  attempts: z.int(),
  error: z.nullable(z.string()),
  receivedAt: z.string(),
  processedAt: time,
  canReplay: z.boolean(),
})

export type WebhookEvent = z.infer<typeof webhookEvent>

export const webhooksReply = listOf(webhookEvent)
export type WebhooksReply = z.infer<typeof webhooksReply>

/** The body as JSON with masked addresses, names and other words; null if it is not stored. */
export const webhookReply = z.object({
  event: webhookEvent,
  body: z.nullable(z.string()),
  /** Why it is not stored: too long, or the sender exceeded the quota. */
  bodyNote: z.nullable(z.enum(['size', 'quota'])),
})
export type WebhookReply = z.infer<typeof webhookReply>

const deadLetter = z.object({
  id: z.string(),
  kind: z.string(),
  /** JSON; sealed fields are hidden. */
  payload: z.string(),
  reason: z.string(),
  attempts: z.int(),
  sentAt: z.string(),
  failedAt: z.string(),
})

export type DeadLetterLine = z.infer<typeof deadLetter>

export const jobsReply = z.extend(listOf(deadLetter), {
  kinds: z.array(
    z.object({
      kind: z.string(),
      waiting: z.int(),
      running: z.int(),
      failed: z.int(),
      /** When the oldest one became due. */
      oldestAt: time,
    }),
  ),
  /** The number of mails, because one job delivers them all. */
  waitingMails: z.int(),
})
export type JobsReply = z.infer<typeof jobsReply>

const mail = z.object({
  id: z.string(),
  to: z.string(),
  template: z.string(),
  language: z.string(),
  state: z.enum(mailStates),
  attempts: z.int(),
  error: z.nullable(z.string()),
  createdAt: z.string(),
  finishedAt: time,
  /** `expired`: its one-time link has expired, so a new one must be requested. */
  resend: z.enum(['possible', 'expired', 'impossible']),
})

export type MailLine = z.infer<typeof mail>

export const mailsReply = listOf(mail)
export type MailsReply = z.infer<typeof mailsReply>

const clone = z.object({
  id: z.string(),
  source: z.string(),
  copy: z.string(),
  dueAt: z.string(),
  attempts: z.int(),
  error: z.nullable(z.string()),
  deletedAt: time,
  /** Two minutes after it was due. */
  isLate: z.boolean(),
})

export type CloneLine = z.infer<typeof clone>

export const clonesReply = listOf(clone)
export type ClonesReply = z.infer<typeof clonesReply>

const auditLine = z.object({
  id: z.string(),
  at: z.string(),
  actorId: z.nullable(z.string()),
  /** null: the server, or a deleted account. */
  actor: z.nullable(z.string()),
  name: z.string(),
  subjectType: z.nullable(z.string()),
  subjectId: z.nullable(z.string()),
  /** The address of an account. */
  subject: z.nullable(z.string()),
  network: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
})

export type AuditLogLine = z.infer<typeof auditLine>

export const auditReply = listOf(auditLine)
export type AuditReply = z.infer<typeof auditReply>

const service = z.object({
  name: z.enum(['github', 'lemon-squeezy', 'smtp', 'newsletter']),
  isConfigured: z.boolean(),
  succeededAt: time,
  failedAt: time,
  error: z.nullable(z.string()),
})

export const healthReply = z.object({
  version: z.string(),
  database: z.object({
    kind: z.enum(['embedded', 'postgres']),
    version: z.string(),
    sizeBytes: z.number(),
    latencyMs: z.number(),
    migrations: z.int(),
    newestMigration: z.nullable(z.string()),
  }),
  /** Since when the oldest one waits. */
  oldestJobAt: time,
  oldestMailAt: time,
  oldestWebhookAt: time,
  services: z.array(service),
  standins: z.array(z.object({ name: z.string(), url: z.string() })),
  clockOffsetMs: z.number(),
})

export type HealthReply = z.infer<typeof healthReply>

export const repositoryResults = ['fine', 'gone', 'privacy_changed', 'no_access'] as const
export type RepositoryResult = (typeof repositoryResults)[number]

const resultCounts = z.object({
  fine: z.int(),
  gone: z.int(),
  privacy_changed: z.int(),
  no_access: z.int(),
  /** Not checked: more than 200, or the member's rate limit was low. */
  left_out: z.int(),
})

export type ResultCounts = z.infer<typeof resultCounts>

export const repositoriesReply = z.object({
  member: z.object({
    id: z.string(),
    email: z.nullable(z.string()),
    login: z.nullable(z.string()),
    linkCount: z.int(),
  }),
  lastCheck: z.nullable(
    z.object({ at: z.string(), by: z.nullable(z.string()), counts: resultCounts }),
  ),
})

export type RepositoriesReply = z.infer<typeof repositoriesReply>

export const recheckReply = z.object({
  counts: resultCounts,
  items: z.array(z.object({ repository: z.string(), result: z.enum(repositoryResults) })),
})

export type RecheckReply = z.infer<typeof recheckReply>

export const replayReply = z.object({ success: z.literal(true), count: z.int() })
export const testMailReply = z.object({ success: z.literal(true), to: z.string() })
