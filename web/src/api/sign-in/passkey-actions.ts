import { readConfigScript } from '#config/config-script.ts'
import { openIdentity } from './identity.ts'

/** Own files, because the login works without them. */
export async function offerPasskeys(): Promise<void> {
  const { offerPasskeys } = await import('./passkey-offer.ts')

  await offerPasskeys(readConfigScript())
}

export async function withdrawPasskeys(): Promise<void> {
  const { withdrawOffer } = await import('./passkey-offer.ts')

  await withdrawOffer()
}

/** false: the user closed the browser's dialog. */
export async function signInByPasskey(): Promise<boolean> {
  const [{ signInWithPasskey }, { isCancelled }, { withPasskeyTexts }] = await Promise.all([
    import('./passkey-sign-in.ts'),
    import('./webauthn.ts'),
    import('#api/errors/passkey-texts.ts'),
  ])

  try {
    // The browser handles one request at a time.
    await withdrawPasskeys()
    await withPasskeyTexts(signInWithPasskey)
    return true
  } catch (error) {
    if (isCancelled(error)) return false
    throw error
  }
}

/** false: the user closed the browser's dialog. */
export async function verifyKey(factorId: string): Promise<boolean> {
  const [auth, { answerKey }, { isCancelled }, { withPasskeyTexts }] = await Promise.all([
    openIdentity(),
    import('./security-keys.ts'),
    import('./webauthn.ts'),
    import('#api/errors/passkey-texts.ts'),
  ])

  try {
    const { error } = await auth.setSession(await withPasskeyTexts(() => answerKey(factorId)))
    if (error) throw error
    return true
  } catch (error) {
    if (isCancelled(error)) return false
    throw error
  }
}
