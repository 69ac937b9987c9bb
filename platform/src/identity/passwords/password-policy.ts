import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARACTERS } from '@app/contract/identity'
import { validationFailed } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { type Weakness, WeakPassword } from './errors.ts'

/** Throws for a password that breaks the policy. The breach service is called last, and only if configured. */
export async function refuseWeak(
  { countBreaches }: Pick<Identity, 'countBreaches'>,
  password: string,
): Promise<void> {
  // Never truncated, because two long passwords with the same beginning would become equal.
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

/** How an existing password violates the current policy. */
export function weaknessOf(password: string): { message: string; reasons: Weakness[] } | null {
  // One character may take several UTF-16 units.
  if ([...password].length >= PASSWORD_MIN_CHARACTERS) return null

  return {
    message: `Password should be at least ${PASSWORD_MIN_CHARACTERS} characters.`,
    reasons: ['length'],
  }
}
