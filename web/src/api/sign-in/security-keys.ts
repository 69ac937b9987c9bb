import type { ChallengeJson, EnrolledKeyJson, SessionJson } from '@app/contract/identity'
import { CodedError } from '#api/errors/coded-error.ts'
import { askIdentity } from './ask-identity.ts'
import { createCredential, requestCredential } from './webauthn.ts'

/** Touching a registered key raises the session, whose tokens are returned. */
export async function answerKey(factorId: string): Promise<SessionJson> {
  const { id, webauthn } = await challenge(factorId)
  if (webauthn?.type !== 'request') throw new CodedError('mfa_factor_not_found')
  const { publicKey } = webauthn.credential_options

  return verify(factorId, id, {
    type: 'request',
    credential_response: await requestCredential(publicKey),
  })
}

/** Registers a key. Its unfinished registration is removed if the user gives up, because names must be unique. */
export async function registerKey(name: string): Promise<SessionJson> {
  const { id: factorId } = await askIdentity<EnrolledKeyJson>('factors', {
    method: 'POST',
    body: { factor_type: 'webauthn', friendly_name: name },
  })

  try {
    const { id, webauthn } = await challenge(factorId)
    if (webauthn?.type !== 'create') throw new CodedError('mfa_factor_not_found')
    const { publicKey } = webauthn.credential_options
    const credential_response = await createCredential(publicKey)
    return await verify(factorId, id, { type: 'create', credential_response })
  } catch (error) {
    await askIdentity(`factors/${factorId}`, { method: 'DELETE' }).catch(() => {})
    throw error
  }
}

const challenge = (factorId: string) =>
  askIdentity<ChallengeJson>(`factors/${factorId}/challenge`, { method: 'POST', body: {} })

/** Its refusal has the code of a wrong digit, whose text speaks of an app. */
const verify = (factorId: string, challengeId: string, webauthn: object) =>
  askIdentity<SessionJson>(`factors/${factorId}/verify`, {
    method: 'POST',
    body: { challenge_id: challengeId, webauthn },
  }).catch((error: unknown) => {
    const isRefused = error instanceof CodedError && error.code === 'mfa_verification_failed'
    throw isRefused ? new CodedError('key_refused') : error
  })
