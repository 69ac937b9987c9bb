import * as z from 'zod/mini'

// The fields that many bodies share. What is left out and what is empty mean the same.

export const text = z.optional(z.string())

export const metadata = z._default(z.record(z.string(), z.unknown()), {})

export const pkceFields = { code_challenge: text, code_challenge_method: text }
