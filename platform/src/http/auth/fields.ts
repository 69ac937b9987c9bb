import * as z from 'zod/mini'
import { refuseLargeMetadata } from '#identity/accounts/metadata.ts'

// Fields that many bodies share. Omitted and empty values mean the same.

export const text = z.optional(z.string())

/** Throws instead of failing the parse, so that the error states the reason. */
const isSmall = z.refine<Record<string, unknown>>((metadata) => {
  refuseLargeMetadata(metadata)
  return true
})

export const metadata = z._default(z.record(z.string(), z.unknown()).check(isSmall), {})

export const pkceFields = { code_challenge: text, code_challenge_method: text }
