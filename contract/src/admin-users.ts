import * as z from 'zod/mini'
import { nonce, reason } from './admin.ts'
import { id } from './id.ts'
import { SUBSCRIPTION_STATUSES } from './subscription-states.ts'
import { SYNC_STATES } from './sync-state.ts'
import { time } from './time.ts'

const userId = id
const cursor = z.optional(z.string().check(z.maxLength(500)))

export const userStatuses = ['active', 'unconfirmed', 'banned', 'deleted'] as const
export const userSorts = ['created', 'last_sign_in', 'email'] as const
export const banDurations = ['24h', '7d', '30d', 'until_lifted'] as const

/** The page of a list. */
export const MOST_BULK_USERS = 50

const filter = {
  /** The beginning of an address, a name or a GitHub login, or a whole id. */
  q: z.optional(z.string().check(z.maxLength(200))),
  role: z.optional(z.enum(['admin', 'member'])),
  status: z.optional(z.enum(userStatuses)),
  /** Whether a subscription gives access. */
  plan: z.optional(z.enum(['pro', 'free'])),
  /** `email`, `github`, `google` … */
  way: z.optional(z.string().check(z.maxLength(50))),
  hasFactor: z.optional(z.boolean()),
  createdFrom: z.optional(time),
  createdBefore: z.optional(time),
  sort: z.optional(z.enum(userSorts)),
}

const listBody = z.object({ action: z.literal('list'), ...filter, after: cursor })

export type AdminUsersFilter = Omit<z.infer<typeof listBody>, 'action' | 'after'>

/** `admin-users`. */
export const adminUsersBody = z.discriminatedUnion('action', [
  listBody,
  /** Answered with a CSV file of at most 100,000 rows. */
  z.object({ action: z.literal('export'), ...filter }),
  z.object({ action: z.literal('get'), userId }),
  z.object({ action: z.literal('sign_ins'), userId, after: cursor }),
  z.object({ action: z.literal('confirm'), userId }),
  z.object({ action: z.literal('resend_confirmation'), userId }),
  z.object({ action: z.literal('send_reset'), userId }),
  z.object({
    action: z.literal('set_role'),
    userId,
    role: z.enum(['admin', 'member']),
    nonce,
  }),
  z.object({
    action: z.literal('ban'),
    userId,
    duration: z.enum(banDurations),
    reason,
    nonce,
  }),
  z.object({ action: z.literal('unban'), userId, nonce }),
  z.object({ action: z.literal('sign_out'), userId, nonce }),
  z.object({ action: z.literal('remove_factors'), userId, reason, nonce }),
  z.object({ action: z.literal('remove_passkey'), userId, passkeyId: id, reason, nonce }),
  z.object({
    action: z.literal('delete'),
    userId,
    /** The account's address, typed by the admin. */
    confirmation: z.string().check(z.maxLength(255)),
    reason,
    nonce,
  }),
  z.object({
    action: z.literal('bulk'),
    userIds: z.array(userId).check(z.minLength(1), z.maxLength(MOST_BULK_USERS)),
    /** Excludes role changes and deletion. */
    change: z.discriminatedUnion('action', [
      z.object({ action: z.literal('confirm') }),
      z.object({ action: z.literal('send_reset') }),
      z.object({ action: z.literal('sign_out') }),
      z.object({ action: z.literal('ban'), duration: z.enum(banDurations), reason }),
    ]),
    /** One code for the whole call. */
    nonce,
  }),
])

export type AdminUsersBody = z.infer<typeof adminUsersBody>

/** Of one action, as `AdminUsersAction<'ban'>`. */
export type AdminUsersAction<Name extends AdminUsersBody['action']> = Extract<
  AdminUsersBody,
  { action: Name }
>

/** One line of the list. All times are ISO. */
const adminUser = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
  role: z.enum(['admin', 'member']),
  status: z.enum(userStatuses),
  bannedUntil: z.nullable(z.string()),
  /** The name of the plan that gives access. */
  plan: z.nullable(z.string()),
  ways: z.array(z.string()),
  hasFactor: z.boolean(),
  projectCount: z.int(),
  createdAt: z.string(),
  lastSignInAt: z.nullable(z.string()),
})

export type AdminUser = z.infer<typeof adminUser>

export const adminUsersReply = z.object({
  items: z.array(adminUser),
  /** Opaque; null at the end. */
  next: z.nullable(z.string()),
  count: z.int(),
  /** There are more than `count`. */
  isCapped: z.boolean(),
})

export type AdminUsersReply = z.infer<typeof adminUsersReply>

/** Devices; the network is shortened. */
const device = z.object({
  id: z.string(),
  kind: z.enum(['browser', 'extension']),
  userAgent: z.string(),
  network: z.nullable(z.string()),
  createdAt: z.string(),
  lastUsedAt: z.string(),
})

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  isSynced: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})

export type AdminPasskey = z.infer<typeof passkey>

/** Of `get`: everything about one account, to read. */
export const adminUserReply = z.object({
  user: adminUser,
  about: z.nullable(z.string()),
  language: z.string(),
  confirmedAt: z.nullable(z.string()),
  /** Confirming removes the password, because nobody has proven the address. */
  losesPassword: z.boolean(),
  /** Becomes an admin again at the next sign-in, regardless of the current role. */
  isInAdminEmails: z.boolean(),
  github: z.nullable(
    z.object({
      login: z.nullable(z.string()),
      installationId: z.nullable(z.string()),
      /** `reconnect`: GitHub no longer accepts our token. */
      health: z.enum(['healthy', 'not_installed', 'reconnect']),
      lastUsedAt: z.nullable(z.string()),
    }),
  ),
  subscriptions: z.array(
    z.object({
      id: z.string(),
      plan: z.nullable(z.string()),
      status: z.enum(SUBSCRIPTION_STATUSES),
      renewsAt: z.nullable(z.string()),
      endsAt: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.string(),
      amount: z.string(),
      currency: z.string(),
      status: z.string(),
      createdAt: z.string(),
    }),
  ),
  projects: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      repository: z.nullable(z.string()),
      lastSyncAt: z.nullable(z.string()),
      pushCount: z.int(),
      failedPushCount: z.int(),
      /** As the member's own pages show it. */
      state: z.nullable(z.object({ state: z.enum(SYNC_STATES), aheadBy: z.int() })),
    }),
  ),
  feedback: z.array(
    z.object({ id: z.string(), category: z.string(), status: z.string(), createdAt: z.string() }),
  ),
  devices: z.array(device),
  passkeys: z.array(passkey),
  audit: z.array(
    z.object({
      id: z.string(),
      actorId: z.nullable(z.string()),
      action: z.string(),
      details: z.record(z.string(), z.unknown()),
      network: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
})

export type AdminUserReply = z.infer<typeof adminUserReply>

/** Of `sign_ins`, newest first. */
export const signInsReply = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      action: z.string(),
      /** The code of a refusal. */
      refused: z.nullable(z.string()),
      network: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
  next: z.nullable(z.string()),
})

export type SignInsReply = z.infer<typeof signInsReply>

/** Of `confirm`. */
export const adminConfirmReply = z.object({
  success: z.literal(true),
  /** The password from registration was removed, so the user must reset it to sign in. */
  removedPassword: z.boolean(),
})

export type AdminConfirmReply = z.infer<typeof adminConfirmReply>

/** Of `sign_out` and `remove_factors`: how many devices or factors. */
export const adminCountReply = z.object({ success: z.literal(true), count: z.int() })

export type AdminCountReply = z.infer<typeof adminCountReply>

/** The reply of `bulk`: one item for each user, in the request's order. */
export const adminBulkReply = z.object({
  items: z.array(
    z.object({
      userId: z.string(),
      /** The refusal's code; null: successful. */
      code: z.nullable(z.string()),
      error: z.nullable(z.string()),
      /** As in the answer of `confirm`. */
      removedPassword: z.boolean(),
    }),
  ),
})

export type AdminBulkReply = z.infer<typeof adminBulkReply>
