import type { Metadata } from '@app/contract/identity'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import { refuseLargeMetadata } from '#identity/accounts/metadata.ts'
import { normalisePhone } from '#identity/accounts/phone-number.ts'
import { validationFailed } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { isFirebaseScrypt } from '#identity/passwords/firebase-scrypt.ts'
import { API_ROLES } from '#tokens/read-bearer.ts'
import { bannedUntil } from './ban-duration.ts'

/** The attributes that an admin may set; omitted ones stay unchanged. */
export type AdminAttributes = {
  email?: string | undefined
  phone?: string | undefined
  password?: string | undefined
  password_hash?: string | undefined
  email_confirm?: boolean | undefined
  phone_confirm?: boolean | undefined
  user_metadata?: Metadata | undefined
  app_metadata?: Metadata | undefined
  role?: string | undefined
  aud?: string | undefined
  ban_duration?: string | undefined
}

/** Validates and converts attributes for the table; hashes the password outside any transaction. */
export async function readAttributes({ hasher, clock }: Identity, input: AdminAttributes) {
  if (input.password && input.password_hash) {
    throw validationFailed('Only a password or a password hash should be provided')
  }
  if (input.password_hash && !isKnownHash(input.password_hash)) {
    throw validationFailed(
      'invalid format for password hash: bcrypt, argon2 and fbscrypt are known',
    )
  }
  refuseLargeMetadata(input.user_metadata ?? {})
  refuseLargeMetadata(input.app_metadata ?? {})
  if (input.role && !API_ROLES.includes(input.role)) {
    throw validationFailed(`role must be one of ${API_ROLES.join(', ')}`)
  }
  if (input.aud && !AUDIENCE.test(input.aud)) {
    throw validationFailed('aud must be at most 255 printable characters without spaces')
  }
  const banned_until =
    input.ban_duration === undefined ? undefined : bannedUntil(input.ban_duration, clock.now())

  return {
    email: input.email ? normaliseEmail(input.email) : undefined,
    phone: input.phone ? normalisePhone(input.phone) : undefined,
    passwordHash: input.password ? await hasher.hash(input.password) : input.password_hash,
    row: {
      ...(input.role && { role: input.role }),
      ...(input.aud && { aud: input.aud }),
      ...(banned_until !== undefined && { banned_until }),
    },
  }
}

const AUDIENCE = /^[!-~]{1,255}$/

const isKnownHash = (hash: string) =>
  /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash) ||
  /^\$argon2(id|i|d)\$v=19\$m=\d{1,7},t=\d{1,2},p=\d{1,2}\$[^$]+\$[^$]+$/.test(hash) ||
  isFirebaseScrypt(hash)
