import type { Signature } from '#formats/commit.ts'
import { missingField, validationFailed } from '#github/api/errors.ts'

/** Author or committer from the request; missing fields come from the caller. */
export function readSignature(input: unknown, fallback: Signature): Signature {
  if (typeof input !== 'object' || input === null) return fallback
  const { name, email, date } = input as Readonly<Record<string, unknown>>
  if (typeof name !== 'string') throw missingField('Commit', 'name')
  if (typeof email !== 'string') throw missingField('Commit', 'email')
  if (date === undefined) return { ...fallback, name, email }

  const ms = Date.parse(String(date))
  if (Number.isNaN(ms))
    throw validationFailed({ resource: 'Commit', code: 'invalid', field: 'date' })
  const zone = /([+-]\d{2}):?(\d{2})$/.exec(String(date))
  return { name, email, at: Math.floor(ms / 1000), zone: zone ? `${zone[1]}${zone[2]}` : '+0000' }
}

/** A commit needs a message with a letter in it, and git stores none with NUL. */
export function mustBeMessage(message: unknown): asserts message is string {
  if (typeof message !== 'string' || message.trim() === '') throw missingField('Commit', 'message')
  if (message.includes('\0')) {
    throw validationFailed({ resource: 'Commit', code: 'invalid', field: 'message' })
  }
}
