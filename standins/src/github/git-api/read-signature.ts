import { missingField, validationFailed } from '#github/api/errors.ts'
import type { Signature } from '#github/git/commit.ts'

/** Who shall be named in a commit; what is not said comes from whoever calls. */
export function readSignature(wish: unknown, fallback: Signature): Signature {
  if (typeof wish !== 'object' || wish === null) return fallback
  const { name, email, date } = wish as Readonly<Record<string, unknown>>
  if (typeof name !== 'string') throw missingField('Commit', 'name')
  if (typeof email !== 'string') throw missingField('Commit', 'email')
  if (date === undefined) return { ...fallback, name, email }

  const ms = Date.parse(String(date))
  if (Number.isNaN(ms))
    throw validationFailed({ resource: 'Commit', code: 'invalid', field: 'date' })
  const zone = /([+-]\d{2}):?(\d{2})$/.exec(String(date))
  return { name, email, at: Math.floor(ms / 1000), zone: zone ? `${zone[1]}${zone[2]}` : '+0000' }
}
