import * as z from 'zod/mini'
import { id } from './id.ts'

export const endSessionBody = z.object({ sessionId: id })

export const deleteAccountBody = z.object({
  /** The account's own address as confirmation. */
  confirmation: z.string().check(z.maxLength(255)),
  /** The digits from the mail, if the last sign-in is too long ago. */
  nonce: z.optional(z.string().check(z.maxLength(20))),
})

export type DeleteAccountBody = z.infer<typeof deleteAccountBody>
