import * as z from 'zod/mini'

/** Available periods: today and the days before it, in UTC. */
export const FIGURE_PERIODS = [7, 30, 90] as const

export type FigurePeriod = (typeof FIGURE_PERIODS)[number]

/** Items that need an admin's attention, most urgent first. */
export const ATTENTION_KINDS = [
  'public_copies',
  'unclaimed_payments',
  'failed_webhooks',
  'dead_letters',
  'failed_mails',
  'plan_differences',
  'reconciler_silent',
  'admins_without_factor',
] as const

export type AttentionKind = (typeof ATTENTION_KINDS)[number]

const figure = z.object({
  name: z.string(),
  /** The currency of an amount, the reason of a cancellation; empty for all others. */
  part: z.string(),
  value: z.number(),
  /** The total that the value is a part of. Null if there is no total, or if it is unknown. */
  base: z.nullable(z.number()),
  /** The value of the previous period; null if any of its days is unknown. */
  before: z.nullable(z.number()),
  base_before: z.nullable(z.number()),
})

export type Figure = z.infer<typeof figure>

const line = z.object({
  name: z.string(),
  part: z.string(),
  /** From the first day to today; null for a day without stored figures. */
  points: z.array(z.nullable(z.number())),
})

export type FigureLine = z.infer<typeof line>

/** `get_admin_figures`. */
export const adminFiguresReply = z.object({
  days: z.number(),
  last_day: z.string(),
  /** The payment provider is in test mode: figures about money count test purchases. */
  is_test_mode: z.boolean(),
  written_at: z.nullable(z.string()),
  missing_days: z.number(),
  figures: z.array(figure),
  series: z.array(line),
  attention: z.array(z.object({ name: z.enum(ATTENTION_KINDS), count: z.number() })),
})

export type AdminFigures = z.infer<typeof adminFiguresReply>

/** `get_feedback_analytics`. */
export const feedbackAnalyticsReply = z.object({
  days: z.number(),
  last_day: z.string(),
  total: z.number(),
  /** From the first day to today. */
  lines: z.array(z.object({ category: z.string(), points: z.array(z.number()) })),
  totals: z.array(
    z.object({
      kind: z.enum(['category', 'type', 'status', 'priority', 'reason']),
      name: z.string(),
      count: z.number(),
    }),
  ),
})

export type FeedbackAnalytics = z.infer<typeof feedbackAnalyticsReply>
