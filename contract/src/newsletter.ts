import * as z from 'zod/mini'

const text = z.string().check(z.trim(), z.maxLength(200))
const digits = (most: number) => z.string().check(z.trim(), z.regex(/^\d*$/), z.maxLength(most))

const address = z.strictObject({
  addr1: z.optional(text),
  addr2: z.optional(text),
  city: z.optional(text),
  state: z.optional(text),
  zip: z.optional(text),
  country: z.optional(text),
})
const phone = z.strictObject({ area: digits(3), detail1: digits(3), detail2: digits(4) })
/** A birthday has no year. */
const date = z.strictObject({ month: digits(2), day: digits(2), year: z.optional(digits(4)) })

const mergeValue = z.union([text, address, phone, date])

export type MergeValue = z.infer<typeof mergeValue>

/**
 * The form of the landing page, with the mailing service's own names. `group` holds the preferences as
 * `group[…][bit]`; every further field is one of the list's merge fields, of a type listed above.
 */
export const newsletterForm = z.catchall(
  z.object({
    EMAIL: z.string().check(z.trim(), z.maxLength(254)),
    FNAME: z.optional(text),
    LNAME: z.optional(text),
    group: z.optional(
      z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
    ),
  }),
  mergeValue,
)

export type NewsletterForm = z.infer<typeof newsletterForm>

/** What the extension sends to `newsletter-subscription`. */
export const newsletterSubscriptionBody = z.object({
  email: z.string().check(z.trim(), z.maxLength(254)),
  firstName: z.optional(z.nullable(text)),
  lastName: z.optional(z.nullable(text)),
  customFields: z.optional(z.looseObject({ preferences: z.optional(z.string()) })),
})

export type NewsletterSubscriptionReply = {
  success: true
  message: string
  subscriber: { id: string; email: string; status: string; subscribedAt: string }
}
