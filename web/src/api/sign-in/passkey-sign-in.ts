import type { PasskeyOptionsJson, RequestOptionsJson } from '@app/contract/webauthn'
import { CodedError } from '#api/errors/coded-error.ts'
import { withPasskeyTexts } from '#api/errors/passkey-texts.ts'
import { answerErrorStore } from '#api/session/session.ts'
import { askIdentity } from './ask-identity.ts'
import { openIdentity } from './identity.ts'
import { requestCredential } from './webauthn.ts'

type Found = { challengeId: string; credential: object }

/** Opens the browser's dialog, also with passkeys of another device. */
export async function signInWithPasskey(): Promise<void> {
  await finishPasskeySignIn(await pickPasskey())
}

async function pickPasskey(): Promise<Found> {
  const { challenge_id: challengeId, options } = await askIdentity<
    PasskeyOptionsJson<RequestOptionsJson>
  >('passkeys/authentication/options', { method: 'POST', body: {} })

  return { challengeId, credential: await requestCredential(options) }
}

export const finishPasskeySignIn = (found: Found) => withPasskeyTexts(() => verify(found))

async function verify({ challengeId, credential }: Found): Promise<void> {
  const auth = await openIdentity()
  type Verification = Parameters<typeof auth.passkey.verifyAuthentication>[0]
  const { error } = await auth.passkey.verifyAuthentication({
    challengeId,
    credential: credential as Verification['credential'],
  })

  if (error) throw error
}

/** For a passkey chosen among the browser's suggestions, for which no button was pressed. */
export function showFailedSignIn(error: unknown): void {
  answerErrorStore.set(error instanceof Error ? error : new Error(String(error)))
}

type Opened = { access_token: string; refresh_token: string; user: { id: string } }

/**
 * A proof of the last hour: a passkey opens another session of the same user, which replaces the present one. A passkey of somebody else
 * changes nothing.
 */
export async function proveByPasskey(userId: string): Promise<void> {
  const { challengeId, credential } = await pickPasskey()
  const opened = await askIdentity<Opened>('passkeys/authentication/verify', {
    method: 'POST',
    body: { challenge_id: challengeId, credential },
  })
  const auth = await openIdentity()
  const isOwn = opened.user.id === userId
  const { data } = await auth.getSession()
  const unwanted = isOwn ? data.session?.access_token : opened.access_token

  if (isOwn) {
    const { error } = await auth.setSession(opened)
    if (error) throw error
  }
  // Its end needs no answer: it ends by itself too.
  if (unwanted) await auth.admin.signOut(unwanted, 'local').catch(() => {})
  if (!isOwn) throw new CodedError('passkey_of_another_account')
}
