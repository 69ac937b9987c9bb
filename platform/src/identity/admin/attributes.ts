import type { Metadata } from '@app/contract/identity'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import { refuseLargeMetadata } from '#identity/accounts/metadata.ts'
import { normalisePhone } from '#identity/accounts/phone-number.ts'
import { validationFailed } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { isFirebaseScrypt } from '#identity/passwords/firebase-scrypt.ts'
import { API_ROLES } from '#tokens/read-bearer.ts'
import { bannedUntil } from './ban-duration.ts'

/** What an admin may say of an account; anything left out stays as it is. */
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

/** The same in the form the table takes; passwords are hashed here, outside of any transaction. */
export async function readAttributes({ hasher, clock }: Identity, wish: AdminAttributes) {
  if (wish.password && wish.password_hash) {
    throw validationFailed('Only a password or a password hash should be provided')
  }
  if (wish.password_hash && !isKnownHash(wish.password_hash)) {
    throw validationFailed(
      'invalid format for password hash: bcrypt, argon2 and fbscrypt are known',
    )
  }
  refuseLargeMetadata(wish.user_metadata ?? {})
  refuseLargeMetadata(wish.app_metadata ?? {})
  if (wish.role && !API_ROLES.includes(wish.role)) {
    throw validationFailed(`role must be one of ${API_ROLES.join(', ')}`)
  }
  if (wish.aud && !AUDIENCE.test(wish.aud)) {
    throw validationFailed('aud must be at most 255 printable characters without spaces')
  }
  const banned_until =
    wish.ban_duration === undefined ? undefined : bannedUntil(wish.ban_duration, clock.now())

  return {
    email: wish.email ? normaliseEmail(wish.email) : undefined,
    phone: wish.phone ? normalisePhone(wish.phone) : undefined,
    passwordHash: wish.password ? await hasher.hash(wish.password) : wish.password_hash,
    row: {
      ...(wish.role && { role: wish.role }),
      ...(wish.aud && { aud: wish.aud }),
      ...(banned_until !== undefined && { banned_until }),
    },
  }
}

const AUDIENCE = /^[!-~]{1,255}$/

const isKnownHash = (hash: string) =>
  /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash) ||
  /^\$argon2(id|i|d)\$v=19\$m=\d{1,7},t=\d{1,2},p=\d{1,2}\$[^$]+\$[^$]+$/.test(hash) ||
  isFirebaseScrypt(hash)
