import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARACTERS } from '@app/contract/identity'
import { validationFailed } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { type Weakness, WeakPassword } from './errors.ts'

/** Refuses what may not become a password. A stranger is asked last, and only where that is wanted. */
export async function refuseWeak(
  { countBreaches }: Pick<Identity, 'countBreaches'>,
  password: string,
): Promise<void> {
  // Never cut: two long passwords with the same beginning must stay two.
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    throw validationFailed(`Password cannot be longer than ${PASSWORD_MAX_BYTES} characters`)
  }
  const short = weaknessOf(password)
  if (short) throw new WeakPassword(short.message, short.reasons)

  if ((await countBreaches(password)) > 0) {
    throw new WeakPassword(
      'Password is known to be weak and easy to guess, please choose a different one.',
      ['pwned'],
    )
  }
}

/** What today's rule has against a password that was once accepted. */
export function weaknessOf(password: string): { message: string; reasons: Weakness[] } | null {
  // What people call a character may take several units of a string.
  if ([...password].length >= PASSWORD_MIN_CHARACTERS) return null

  return {
    message: `Password should be at least ${PASSWORD_MIN_CHARACTERS} characters.`,
    reasons: ['length'],
  }
}
