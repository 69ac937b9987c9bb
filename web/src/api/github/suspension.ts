import type { Suspension } from '@app/contract/github-token'
import { FunctionError } from '#api/calls/call-function.ts'

/** Why an installed app has no access, according to the refusal of a token. */
export const suspensionIn = (error: unknown): Suspension | null =>
  error instanceof FunctionError && error.reply.suspended
    ? (error.reply.suspended as Suspension)
    : null
