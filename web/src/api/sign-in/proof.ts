import { CodedError } from '#api/errors/coded-error.ts'
import { withPasskeyTexts } from '#api/errors/passkey-texts.ts'
import { readConfigScript } from '#config/config-script.ts'
import { askIdentity } from './ask-identity.ts'
import { heldFactors } from './held-factors.ts'
import { openIdentity } from './identity.ts'
import { verifyKey } from './passkey-actions.ts'
import { readUser } from './second-factor.ts'

/** The server requires a more recent proof than the last sign-in. */
export const isProofWanted = (error: unknown): boolean => hasCode(error, 'reauthentication_needed')

/** The digits were wrong or have expired. */
export const isProofRefused = (error: unknown): boolean =>
  hasCode(error, 'reauthentication_not_valid')

/** The server requires a second factor, which a passkey is too. */
export const isFactorWanted = (error: unknown): boolean => hasCode(error, 'insufficient_aal')

export type Proofs = {
  /** The member's first app. */
  appId: string | null
  /** Asks for a passkey or a security key; null without any. false: the user closed the browser's dialog. */
  touch: (() => Promise<boolean>) | null
}

/** How the member can prove their identity now, besides mailed digits. */
export async function findProofs(userId: string): Promise<Proofs> {
  const hasPasskeys = readConfigScript().passkeys !== null
  const [user, passkeys] = await Promise.all([
    readUser(),
    hasPasskeys ? askIdentity<unknown[]>('passkeys') : [],
  ])
  const factors = heldFactors(user)
  const key = factors.find(({ kind }) => kind === 'key')
  const byKey = key ? () => verifyKey(key.id) : null

  return {
    appId: factors.find(({ kind }) => kind === 'app')?.id ?? null,
    touch: passkeys.length > 0 ? () => touchPasskey(userId) : byKey,
  }
}

async function touchPasskey(userId: string): Promise<boolean> {
  const { proveByPasskey } = await import('./passkey-sign-in.ts')
  const { isCancelled } = await import('./webauthn.ts')

  try {
    await withPasskeyTexts(() => proveByPasskey(userId))
    return true
  } catch (error) {
    if (isCancelled(error)) return false
    throw error
  }
}

/** Mails the digits that a function accepts as `nonce`. */
export async function mailProofCode(): Promise<void> {
  const auth = await openIdentity()
  const { error } = await auth.reauthenticate()

  if (error) throw error
}

const hasCode = (error: unknown, code: string) => error instanceof CodedError && error.code === code
